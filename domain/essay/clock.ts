/** Milliseconds after the deadline in which drafts and the finish are still accepted, for slow networks (spec 10.1). */
export const GRACE_MS = 30_000;
/** Maximum extra minutes operations may grant for accessibility (Lei 13.146/2015 art. 30 V). */
const MAX_EXTRA_MINUTES = 60;
/** Hours until a result is due; after that, the page shows it as late. */
export const RESULT_DUE_HOURS = 24;
/** Hours after delivery at which a grade is at risk of being late (spec 25.4.1). */
export const RESULT_AT_RISK_HOURS = 20;
/** Milliseconds without typing after which a changed text is saved. */
export const AUTOSAVE_IDLE_MS = 3_000;

const MINUTE = 60_000;

/** End of the writing time: start + minutes + granted extra minutes. */
export const essayDeadline = (startedAt: Date, minutes: number, extraMinutes = 0): Date =>
  new Date(startedAt.getTime() + (minutes + Math.min(extraMinutes, MAX_EXTRA_MINUTES)) * MINUTE);

export type WritingTime = 'open' | 'grace' | 'over';

/** `open` until the deadline, `grace` for 30 s (a text being sent still counts), then `over`. */
export function writingTime(deadline: Date, now: Date): WritingTime {
  const late = now.getTime() - deadline.getTime();
  if (late <= 0) return 'open';
  return late <= GRACE_MS ? 'grace' : 'over';
}

/** Instant from which grading counts as delayed. */
export const resultDueBy = (completedDate: Date): Date =>
  new Date(completedDate.getTime() + RESULT_DUE_HOURS * 60 * MINUTE);
