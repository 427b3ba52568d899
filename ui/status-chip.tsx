import type { ReactNode } from 'react';
import { Chip, type ChipStatus } from './chip.tsx';
import type { IconComponent } from './icon.tsx';
import { AlertIcon } from './icons/alert.tsx';
import { CalendarIcon } from './icons/calendar.tsx';
import { CapIcon } from './icons/cap.tsx';
import { CheckCircleIcon } from './icons/check-circle.tsx';
import { CircleIcon } from './icons/circle.tsx';
import { ClockIcon } from './icons/clock.tsx';
import { ExitIcon } from './icons/exit.tsx';
import { FileIcon } from './icons/file.tsx';
import { PencilIcon } from './icons/pencil.tsx';
import { UploadIcon } from './icons/upload.tsx';
import { XIcon } from './icons/x.tsx';

const icons: Record<ChipStatus, IconComponent> = {
  neutral: ExitIcon,
  pending: CircleIcon,
  'in-review': ClockIcon,
  approved: CheckCircleIcon,
  rejected: AlertIcon,
  subscribed: FileIcon,
  scheduled: CalendarIcon,
  evaluated: CheckCircleIcon,
  'terms-accepted': PencilIcon,
  'documentation-pending': UploadIcon,
  'enrollment-pending': ClockIcon,
  enrolled: CapIcon,
  blacklisted: AlertIcon,
  unqualified: XIcon,
};

/** A chip with the icon that its status always has. */
export function StatusChip({ status, children }: { status: ChipStatus; children: ReactNode }) {
  return (
    <Chip status={status} icon={icons[status]}>
      {children}
    </Chip>
  );
}
