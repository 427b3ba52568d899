import { addDays, dayInZone, endOfDay } from '../foundation/index.ts';
import { STATUS } from './statuses.ts';
import type { SubscriptionEvent } from './transition.ts';
import { transitions } from './transitions.ts';
import type { ApplicationType } from './types.ts';

/** Days after a refusal within which its review may be requested (D-78). */
const REVIEW_DAYS = 15;

const reviewRow = transitions.find(({ event }) => event === 'review-granted');
const REVIEWED: readonly ApplicationType[] = reviewRow?.types ?? [];

/** Events that refuse an application; returning to 9 from a block or a cancellation is not one. */
export const REFUSALS: readonly SubscriptionEvent[] = [
  ...new Set(transitions.filter(({ to }) => to === STATUS.Unqualified).map(({ event }) => event)),
];

/** Whether a review can undo a refusal of this type of application (TR-99). */
export const isReviewed = (type: ApplicationType): boolean => REVIEWED.includes(type);

/** Until when the review of a refusal may be requested: the end of its last day in the tenant's zone. */
export const reviewUntil = (decidedAt: Date, timeZone: string): Date =>
  endOfDay(addDays(dayInZone(decidedAt, timeZone), REVIEW_DAYS), timeZone);

const SEPARATOR = ' / ';
const personOf = (label: string): string | undefined => {
  const at = label.lastIndexOf(SEPARATOR);
  return at < 0 ? undefined : label.slice(at + SEPARATOR.length);
};

/**
 * Whether two labels (`token` or `token / operator`) may be the same person: the same operator, or the same token if one of them
 * names nobody. Somebody who cannot be told apart from the decider may not review the decision.
 */
export function mayBeSame(one: string, other: string): boolean {
  const [first, second] = [personOf(one), personOf(other)];
  if (first !== undefined && second !== undefined) return first === second;
  return one === other || one.startsWith(other + SEPARATOR) || other.startsWith(one + SEPARATOR);
}
