/** One slice of load: milliseconds of each piece of work, and pieces done per second. */
export type Slice = { times: readonly number[]; rate: number };
/** Rate per second and times in milliseconds, each the median over the rounds. */
export type Measured = { rate: number; p50: number; p95: number; p99: number };

/** The median, so that one disturbed round does not count; of an even number the mean of the middle two. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [low = Number.NaN, high = low] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return (low + high) / 2;
}

/** The smallest time that at least `share` (0 to 1) of all times do not exceed. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Joins slices of equal length into one. */
export const joined = (slices: readonly Slice[]): Slice => ({
  times: slices.flatMap(({ times }) => times),
  rate: slices.reduce((sum, { rate }) => sum + rate, 0) / slices.length,
});

/** Medians over rounds. */
export const measuredOf = (rounds: readonly Slice[]): Measured => {
  const at = (share: number) => median(rounds.map(({ times }) => percentile(times, share)));
  return { rate: median(rounds.map(({ rate }) => rate)), p50: at(0.5), p95: at(0.95), p99: at(0.99) };
};

/**
 * Median of the ratios of the turns. Each turn of the product is compared with the adjacent turn of the bare server, because
 * other load on the machine comes and goes.
 */
export const ratioOf = (product: readonly Slice[], bare: readonly Slice[]): number =>
  median(product.map(({ rate }, turn) => rate / (bare[turn]?.rate ?? Number.NaN)));
