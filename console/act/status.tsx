import type { Answer } from '@orbita/protocol';
import { Chip, type ChipStatus } from '@orbita/ui/chip';
import type { IconComponent } from '@orbita/ui/icon';
import { CalendarIcon } from '@orbita/ui/icons/calendar';
import { ClockIcon } from '@orbita/ui/icons/clock';
import { PencilIcon } from '@orbita/ui/icons/pencil';
import { UploadIcon } from '@orbita/ui/icons/upload';
import { StatusChip } from '@orbita/ui/status-chip';

export type Card = Answer<'GET /operations/subscriptions'>['data'][number];
export type Application = Answer<'GET /operations/subscriptions/{id}'>;
export type Person = Answer<'GET /operations/persons/{personId}'>;

/** Statuses that share the neutral colour are distinguished by their icon. */
const NEUTRAL: Readonly<Partial<Record<number, IconComponent>>> = {
  10: UploadIcon,
  11: ClockIcon,
  14: PencilIcon,
  15: ClockIcon,
  16: PencilIcon,
  17: ClockIcon,
  18: CalendarIcon,
  19: ClockIcon,
  20: ClockIcon,
  21: CalendarIcon,
};

/** The status of an application with the icon and colour that its candidate sees (spec 8.1). */
export function ApplicationChip({
  of,
}: {
  of: Pick<Card, 'subscriptionStatus' | 'statusName' | 'statusColor'>;
}) {
  const status = of.statusColor.replace('status-', '') as ChipStatus;
  const icon = NEUTRAL[of.subscriptionStatus];
  if (!icon) return <StatusChip status={status}>{of.statusName}</StatusChip>;
  return (
    <Chip status={status} icon={icon}>
      {of.statusName}
    </Chip>
  );
}

/** The same inside a table, without a pill: twenty of them in a column would be noise. */
export const ApplicationState = (props: Parameters<typeof ApplicationChip>[0]) => (
  <span className="state-chip">
    <ApplicationChip {...props} />
  </span>
);
