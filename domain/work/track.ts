/** Positions of a track: at 0 an item just arrived, at 50 it becomes at risk, at 100 it is due; beyond that it is late. */
export const TRACK = { atRisk: 50, due: 100, places: 120 } as const;

/** Maximum number of ticks drawn on a track; with more items each tick represents several. */
export const MOST_TICKS = 60;

/** Number of items at each position; a missing position has none. */
export type Histogram = Readonly<Record<string, number>>;

/**
 * Positions of the ticks for items counted by position, in order: one per item, or 60 quantiles. The first and the last item
 * always have a tick, so that late items never disappear among many.
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

/** Zero-based index of the item that a tick represents. */
const rankOf = (tick: number, most: number, total: number): number =>
  most < 2 ? 0 : Math.round((tick * (total - 1)) / (most - 1));
