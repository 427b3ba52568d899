/** Places of a track: 0 an item just came, 50 it becomes at risk, 100 it is due; the last are late. */
export const TRACK = { atRisk: 50, due: 100, places: 120 } as const;

/** Ticks that a track draws at most; with more items each tick stands for several. */
export const MOST_TICKS = 60;

/** How many items stand at each place; a place that is missing has none. */
export type Histogram = Readonly<Record<string, number>>;

/**
 * Places of the ticks that are drawn of items counted by place, in order: one for each, or 60 quantiles. The first and the
 * last item always have their tick, so that what is late never disappears among many.
 */
export function ticksOf(counted: readonly Histogram[]): number[] {
  const at: number[] = Array.from({ length: TRACK.places }, (_none, place) =>
    counted.reduce((sum, histogram) => sum + (histogram[place] ?? 0), 0),
  );
  const total = at.reduce((sum, count) => sum + count, 0);
  const most = Math.min(total, MOST_TICKS);
  const ticks: number[] = [];
  let reached = 0;
  at.forEach((count, place) => {
    reached += count;
    while (ticks.length < most && rankOf(ticks.length, most, total) < reached) ticks.push(place);
  });
  return ticks;
}

/** Which item, from 0, the tick stands for. */
const rankOf = (tick: number, most: number, total: number): number =>
  most < 2 ? 0 : Math.round((tick * (total - 1)) / (most - 1));
