/** For every 50 interactions the worst one is ignored, as in the browsers' own definition of INP. */
const PER_LEFT_OUT = 50;

/** INP of `count` interactions, given the durations that the browser reported; 0 = it reported none. */
export function inpOf(durations: readonly number[], count: number): number {
  const worst = durations.toSorted((a, b) => b - a);
  return worst[Math.floor(count / PER_LEFT_OUT)] ?? 0;
}
