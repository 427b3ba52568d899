import { Chip, type ChipStatus } from '@orbita/ui/chip';
import type { IconComponent } from '@orbita/ui/icon';
import { CalendarIcon } from '@orbita/ui/icons/calendar';
import { ClockIcon } from '@orbita/ui/icons/clock';
import { PencilIcon } from '@orbita/ui/icons/pencil';
import { UploadIcon } from '@orbita/ui/icons/upload';
import { StatusChip } from '@orbita/ui/status-chip';
import type { SubscriptionCard } from './queries.ts';

/** Statuses that share the neutral colour are distinguished by their icon; 12 and 13 keep that colour's exit icon. */
const NEUTRAL: Partial<Record<number, IconComponent>> = {
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

type Props = { card: Pick<SubscriptionCard, 'subscriptionStatus' | 'statusName' | 'statusColor'> };

/** The status of an application: icon, words and colour (spec 8.1). */
export function SubscriptionChip({ card }: Props) {
  const status = card.statusColor.replace('status-', '') as ChipStatus;
  const icon = NEUTRAL[card.subscriptionStatus];
  if (!icon) return <StatusChip status={status}>{card.statusName}</StatusChip>;
  return (
    <Chip status={status} icon={icon}>
      {card.statusName}
    </Chip>
  );
}
