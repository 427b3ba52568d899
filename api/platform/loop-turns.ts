/**
 * Lets expensive work of several tenants alternate: one piece per turn of the event loop, so that calls are answered in
 * between, and tenants in turn, so that none waits for everything another one requested at once.
 */
export function createLoopTurns() {
  /** Waiting work by tenant; the first entry of the map is next. */
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
    /** Resolves when it is the tenant's turn; its piece is what runs until the next `await`. */
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
