/** Something that waits, as far as its order is concerned. */
export type Waiting = { id: number; subscriptionId: number | null; isFree: boolean };

/**
 * What comes after an item: first what else waits of the same application, then the order of the queue (spec 25.8). What
 * somebody else has, what was skipped or passed over, and what is done already is left out.
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
