import { CLOSED_STATUSES } from '@orbita/domain/subscription';
import { isUrgent, type Task } from './task.ts';

/** Above this number of applications, ended ones are collapsed. */
const FEW = 6;

type Item = { card: { subscriptionStatus: number }; task: Task };

/**
 * Order of the portal: newest first, as the server sends them. With many applications, those ending today come first and ended
 * ones are collapsed.
 */
export function portalOrder<I extends Item>(items: readonly I[], now: number): { open: I[]; ended: I[] } {
  if (items.length <= FEW) return { open: [...items], ended: [] };
  const over = ({ card }: I) => CLOSED_STATUSES.includes(card.subscriptionStatus);
  const open = items.filter((item) => !over(item));
  if (open.length === 0) return { open: [...items], ended: [] };
  const urgent = ({ task }: I) => isUrgent(task, now);
  return {
    open: [...open.filter(urgent), ...open.filter((item) => !urgent(item))],
    ended: items.filter(over),
  };
}
