/** A process that served for this many milliseconds did not die because of how it starts. */
const STEADY_MS = 30_000;
/** Consecutive failed starts allowed while no process is serving. */
const TRIES = 5;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** An unexpected end of a process; `servedMs` is 0 if it never served. */
export type Ended = { servedMs: number; failuresBefore: number; othersServe: boolean };

/**
 * What to do after a process ended: the number of consecutive failed starts so far, and how many milliseconds to wait before
 * the next one. `waitMs` is undefined if another start is hopeless; while others are serving, it never is.
 */
export function afterEnd({ servedMs, failuresBefore, othersServe }: Ended): {
  failures: number;
  waitMs: number | undefined;
} {
  if (servedMs >= STEADY_MS) return { failures: 0, waitMs: 0 };
  const failures = failuresBefore + 1;
  if (failures >= TRIES && !othersServe) return { failures, waitMs: undefined };
  return { failures, waitMs: Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)) };
}
