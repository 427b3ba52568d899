type Window = { started: number; lasts: number; count: number };
type Shelf = Map<string, Window>;

/** Maximum number of windows for all tenants and limits together, about 150 bytes each. */
const MOST = 100_000;
/** Milliseconds by which two reports of the same window may differ in its end. */
const SAME_END_MS = 1_000;
/** Number of windows compared before one of them is evicted. */
const COMPARED = 8;

/**
 * Counts within time windows, in bounded memory. Every bucket (`shelf`: a limit of a tenant) gets a fair share: when memory is
 * full, a bucket above its share evicts one of its own windows, otherwise the largest bucket does. The evicted window is
 * expired or has a low count, so that flooding does not reset attempts.
 */
export function createWindows(wall: () => number, most = MOST) {
  const shelves = new Map<string, Shelf>();
  let size = 0;

  const isOver = ({ started, lasts }: Window, at: number) => at - started >= lasts || at < started;
  const giveUpOne = (shelf: Shelf): void => {
    const at = wall();
    const compared: [subject: string, window: Window][] = [];
    for (const entry of shelf) if (compared.push(entry) === COMPARED) break;
    const weightOf = ([, window]: (typeof compared)[number]) => (isOver(window, at) ? 0 : window.count);
    const lightest = compared.reduce((low, one) => (weightOf(one) < weightOf(low) ? one : low));
    for (const [subject, window] of compared) {
      shelf.delete(subject);
      // Moves the window to the end, so that the next comparison looks at others.
      if (subject !== lightest[0]) shelf.set(subject, window);
    }
    size -= 1;
  };
  const makeRoom = (own: Shelf): void => {
    let gives = own;
    if (own.size < most / shelves.size)
      for (const shelf of shelves.values()) if (shelf.size > gives.size) gives = shelf;
    giveUpOne(gives);
  };

  const open = (shelf: string, subject: string, window: Window): void => {
    const own = shelves.get(shelf) ?? new Map<string, Window>();
    shelves.set(shelf, own);
    if (own.delete(subject)) size -= 1;
    if (size >= most) makeRoom(own);
    own.set(subject, window);
    size += 1;
  };

  return {
    /** Number of events counted in the current window. */
    counted(shelf: string, subject: string): number {
      const window = shelves.get(shelf)?.get(subject);
      return window && !isOver(window, wall()) ? window.count : 0;
    },
    /** Milliseconds until the current window ends; 0 if there is none. */
    left(shelf: string, subject: string): number {
      const window = shelves.get(shelf)?.get(subject);
      const at = wall();
      return window && !isOver(window, at) ? window.started + window.lasts - at : 0;
    },
    /** Counts one event; the first one opens a window of `lasts` milliseconds. */
    add(shelf: string, subject: string, lasts: number): void {
      const window = shelves.get(shelf)?.get(subject);
      if (window && !isOver(window, wall())) window.count += 1;
      else open(shelf, subject, { started: wall(), lasts, count: 1 });
    },
    /**
     * Adopts what was counted elsewhere: a window of `lasts` milliseconds that ends in `left`. An older report never lowers a
     * count.
     */
    learn(shelf: string, subject: string, lasts: number, left: number, count: number): void {
      const started = wall() + left - lasts;
      const window = shelves.get(shelf)?.get(subject);
      const same = window && Math.abs(window.started - started) < SAME_END_MS ? window.count : 0;
      open(shelf, subject, { started: Math.min(started, wall()), lasts, count: Math.max(same, count) });
    },
    size: () => size,
  };
}
