/**
 * Longer than any transaction stays open: within this time an event may still appear with a smaller id than those already seen.
 */
export const OUT_OF_ORDER_MS = 120_000;

/**
 * Tracks which events of a tenant have been passed on. Ids are assigned before the commit, so an event may become visible after
 * larger ids; everything up to `floor` is old enough to be settled. Times are milliseconds of a monotonic clock.
 */
export function createEventWindow(floor: number, visible: readonly number[], now: number) {
  const passed = new Set(visible);
  const looks = [{ at: now, upTo: floor }];
  return {
    get floor(): number {
      return looks[0]?.upTo ?? 0;
    },
    isNew: (id: number): boolean => id > (looks[0]?.upTo ?? 0) && !passed.has(id),
    passed: (id: number): void => void passed.add(id),
    /** Records that all visible ids up to this one were read at this time. */
    looked(upTo: number, at: number): void {
      looks.push({ at, upTo: Math.max(upTo, looks.at(-1)?.upTo ?? 0) });
      let moved = false;
      while (looks[1] && at - looks[1].at >= OUT_OF_ORDER_MS) {
        looks.shift();
        moved = true;
      }
      if (!moved) return;
      const settled = looks[0]?.upTo ?? 0;
      for (const id of passed) if (id <= settled) passed.delete(id);
    },
  };
}
export type EventWindow = ReturnType<typeof createEventWindow>;
