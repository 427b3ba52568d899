/** A pending item, as far as its order is concerned. */
export type Waiting = { id: number; subscriptionId: number | null; isFree: boolean };

/**
 * What follows an item: first the other pending ones of the same application, then the order of the queue (spec 25.8). Items
 * that somebody else has, skipped or passed ones, and those already decided are left out.
 */
export function upcoming(
  current: { id: number; subscriptionId: number },
  siblings: readonly Waiting[],
  queue: readonly Waiting[],
  passed: ReadonlySet<number>,
): number[] {
  const same = siblings.filter(({ subscriptionId }) => subscriptionId === current.subscriptionId);
  const order = [...same, ...queue].filter(
    ({ id, isFree }) => isFree && id !== current.id && !passed.has(id),
  );
  return [...new Set(order.map(({ id }) => id))];
}
