import { isUrgent, type Task } from './task.ts';

/** More than these on one page, and those that ended make room. */
const FEW = 6;
const ENDED: readonly number[] = [8, 9, 13];

type Item = { card: { subscriptionStatus: number }; task: Task };

/**
 * What the portal shows, newest first as the server sends it: among many, what ends today comes first and what ended is
 * folded away, so that thirty applications read like three.
 */
export function portalOrder<I extends Item>(items: readonly I[], now: number): { open: I[]; ended: I[] } {
  if (items.length <= FEW) return { open: [...items], ended: [] };
  const over = ({ card }: I) => ENDED.includes(card.subscriptionStatus);
  const open = items.filter((item) => !over(item));
  if (open.length === 0) return { open: [...items], ended: [] };
  const urgent = ({ task }: I) => isUrgent(task, now);
  return {
    open: [...open.filter(urgent), ...open.filter((item) => !urgent(item))],
    ended: items.filter(over),
  };
}
