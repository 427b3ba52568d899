type Waiting = { at: number; order: number; go: () => void };

/**
 * Simulated time: stories run as plain functions that wait for an instant, and the timeline wakes the next one. Only one story
 * runs at a time, so that the same cast always produces the same past.
 */
export function createTimeline() {
  const waiting: Waiting[] = [];
  let order = 0;
  let parked: () => void = () => undefined;

  /** Sleeps until an instant; for one in the past it continues at the present one. */
  const until = (at: number): Promise<void> =>
    new Promise((go) => {
      waiting.push({ at, order: order++, go });
      parked();
    });

  /**
   * Runs stories to their ends, up to `end`; what would happen later never happens. `move` sets the clock before each waking.
   * Returns the stories that failed, with their reasons.
   */
  async function run(
    stories: readonly { name: string; play: () => Promise<void> }[],
    { end, move }: { end: number; move: (instant: number) => Promise<void> },
  ): Promise<{ name: string; error: Error }[]> {
    const failed: { name: string; error: Error }[] = [];
    const turn = (wake: () => void) =>
      new Promise<void>((resolve) => {
        parked = resolve;
        wake();
      });
    for (const { name, play } of stories)
      await turn(() => {
        void play()
          .catch((error: Error) => failed.push({ name, error }))
          .finally(() => parked());
      });
    let now = Number.NEGATIVE_INFINITY;
    for (;;) {
      waiting.sort((a, b) => a.at - b.at || a.order - b.order);
      const [next] = waiting;
      if (!next || next.at > end) return failed;
      waiting.shift();
      now = Math.max(now, next.at);
      await move(now);
      await turn(next.go);
    }
  }
  return { until, run };
}
export type Timeline = ReturnType<typeof createTimeline>;
