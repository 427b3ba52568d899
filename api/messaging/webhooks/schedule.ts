const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Delays after each failed attempt: the schedule proposed by the Standard Webhooks specification, a little over three days in
 * total. After the last one a delivery has failed.
 */
export const WAITS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Jitter only adds time, because an earlier schedule would end sooner than documented. */
const JITTER = 0.1;

/** Milliseconds until the next attempt after the `attempts`-th one failed; undefined if it was the last. */
export const waitAfter = (attempts: number, random: number): number | undefined => {
  const wait = WAITS[attempts - 1];
  return wait === undefined ? undefined : Math.round(wait * (1 + JITTER * random));
};

/** An endpoint that accepted nothing for this long is disabled. */
export const GIVE_UP_MS = 72 * HOUR;
