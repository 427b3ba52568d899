/** The machine's own clock: a command runs at its operator's place, and only states when a token expires. */
const now = (): number => Date.now();

const DAY_MS = 24 * 3600_000;

/** The instant `days` days from now, in ISO 8601. */
export const daysFromNow = (days: number): string => new Date(now() + days * DAY_MS).toISOString();

/** Stopwatch: seconds since its creation, with one decimal. */
export const stopwatch = (): (() => string) => {
  const began = now();
  return () => ((now() - began) / 1000).toFixed(1);
};
