/** The next round number at or above a value: 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((step) => step * power).find((round) => round >= value) ?? value;
}

/** At most three axis marks above zero, the highest at or above the greatest value, all whole numbers. */
export function marksOf(greatest: number): number[] {
  const step = roundUp(Math.max(1, greatest / 3));
  const count = Math.max(1, Math.ceil(greatest / step));
  return Array.from({ length: count }, (_, at) => step * (at + 1));
}

/**
 * Indexes of the labelled days: every seventh, or fewer so that there are at most six, and never directly beside the last one.
 */
export function namedDays(count: number): number[] {
  const every = Math.max(7, Math.ceil(count / 6 / 7) * 7);
  const places: number[] = [];
  for (let at = count - 1 - every; at >= 0; at -= every) places.unshift(at);
  return places;
}
