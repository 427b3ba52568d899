/** Of so many interactions the worst one is left out, as the browsers' own definition of INP has it. */
const PER_LEFT_OUT = 50;

/** INP of `count` interactions, of which the browser reported how long those took that it noticed; 0 = it noticed none. */
export function inpOf(durations: readonly number[], count: number): number {
  const worst = durations.toSorted((a, b) => b - a);
  return worst[Math.floor(count / PER_LEFT_OUT)] ?? 0;
}
