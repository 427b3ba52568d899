/** Milliseconds after the deadline in which drafts and finish are still taken (network, spec 10.1). */
export const GRACE_MS = 30_000;
/** Most minutes Ops may add for accessibility (Lei 13.146/2015 art. 30 V). */
export const MAX_EXTRA_MINUTES = 60;
/** Minutes left at which the editor warns. */
export const WARNING_MINUTES = [10, 2] as const;
/** Hours until a result is due; after them the delay is told. */
export const RESULT_DUE_HOURS = 24;
/** Milliseconds of stillness after which a changed text is saved. */
export const AUTOSAVE_IDLE_MS = 3_000;

const MINUTE = 60_000;

/** End of the writing time: start + minutes + granted extra minutes. */
export const essayDeadline = (startedAt: Date, minutes: number, extraMinutes = 0): Date =>
  new Date(startedAt.getTime() + (minutes + Math.min(extraMinutes, MAX_EXTRA_MINUTES)) * MINUTE);

export type WritingTime = 'open' | 'grace' | 'over';

/** `open` until the deadline, `grace` for 30 s (a text on its way counts), then `over`. */
export function writingTime(deadline: Date, now: Date): WritingTime {
  const late = now.getTime() - deadline.getTime();
  if (late <= 0) return 'open';
  return late <= GRACE_MS ? 'grace' : 'over';
}

/** Milliseconds left to write, never negative. */
export const timeLeft = (deadline: Date, now: Date): number =>
  Math.max(0, deadline.getTime() - now.getTime());

/** The warning that holds now: 10 or 2 minutes, or none. */
export function warningAt(deadline: Date, now: Date): (typeof WARNING_MINUTES)[number] | undefined {
  const left = timeLeft(deadline, now);
  return [...WARNING_MINUTES].reverse().find((minutes) => left <= minutes * MINUTE);
}

/** Moment from which the correction counts as delayed. */
export const resultDueBy = (completedDate: Date): Date =>
  new Date(completedDate.getTime() + RESULT_DUE_HOURS * 60 * MINUTE);
