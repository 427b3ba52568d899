const SLACK_MS = 5_000;
/** A charge is closed soon after its code expires, so a time far beyond that cannot be the server's. */
const AFTER_END_MS = 10 * 60_000;

/** True when `now` (milliseconds) can be the server's time while a code of that span is open. */
const isPlausible = (now: number, createdAt: string, expiresAt: string): boolean =>
  now >= Date.parse(createdAt) - SLACK_MS && now <= Date.parse(expiresAt) + AFTER_END_MS;

/**
 * Milliseconds a code is still valid; undefined while the server's time is not plausible, for example after the device slept
 * and its clock stopped.
 */
export const remainingOf = (now: number, createdAt: string, expiresAt: string): number | undefined =>
  isPlausible(now, createdAt, expiresAt) ? Math.max(0, Date.parse(expiresAt) - now) : undefined;

const WAITS_MS = [3_000, 3_000, 5_000, 5_000, 8_000, 12_000, 20_000];

/** Milliseconds until the bank is queried again, growing with the number of answers so far up to 30 s. */
export const pollWait = (answers: number): number => WAITS_MS[answers] ?? 30_000;
