const HOUR = 3_600_000;

/** How close a pending item is to the time by which it should be decided. */
export type Risk = 'none' | 'at-risk' | 'late';

/** Hours before the due time from which an item is at risk. */
export type Ahead = { hours: number };

/** Late from the due time on, at risk for some hours before it (spec 25.4.1). */
export const riskOf = (dueBy: Date, now: Date, { hours }: Ahead): Risk => {
  const left = dueBy.getTime() - now.getTime();
  if (left <= 0) return 'late';
  return left <= hours * HOUR ? 'at-risk' : 'none';
};

/**
 * When a delivered document should be decided: within the target, but a day before the candidate's deadline, so that a refusal
 * leaves the candidate that day. Never before it was delivered.
 */
export function reviewDueBy(waitingSince: Date, targetHours: number, candidateUntil: Date | null): Date {
  const target = waitingSince.getTime() + targetHours * HOUR;
  const dayBefore = candidateUntil ? candidateUntil.getTime() - 24 * HOUR : Number.POSITIVE_INFINITY;
  return new Date(Math.max(waitingSince.getTime(), Math.min(target, dayBefore)));
}
