/**
 * Lets costly work of several tenants alternate: one piece in each turn of the event loop, so that calls are answered
 * between two of them, and the tenants one after the other, so that none waits for what another asked for at once.
 */
export function createLoopTurns() {
  /** Who waits, by tenant; the first of the map comes next. */
  const waiting = new Map<number, (() => void)[]>();
  let isRunning = false;
  const next = (): void => {
    const [first] = waiting;
    if (!first) {
      isRunning = false;
      return;
    }
    const [tenant, queue] = first;
    waiting.delete(tenant);
    queue.shift()?.();
    if (queue.length > 0) waiting.set(tenant, queue);
    setImmediate(next);
  };
  return {
    /** Resolves when it is the tenant's turn; what follows until the next `await` is its piece. */
    take(tenant: number): Promise<void> {
      return new Promise((go) => {
        const queue = waiting.get(tenant);
        if (queue) queue.push(go);
        else waiting.set(tenant, [go]);
        if (isRunning) return;
        isRunning = true;
        setImmediate(next);
      });
    },
  };
}
