/** A process that served this many milliseconds did not end because of how it starts. */
const STEADY_MS = 30_000;
/** Starts in a row that may come to nothing while no process serves. */
const TRIES = 5;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** An end of a process that nobody asked for; `servedMs` is 0 when it never served. */
export type Ended = { servedMs: number; failuresBefore: number; othersServe: boolean };

/**
 * What follows an end: how often starts have failed in a row by now, and how many milliseconds to wait before the next
 * one. `waitMs` is undefined when another start is hopeless; while others serve, none is.
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
