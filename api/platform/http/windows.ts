type Window = { started: number; lasts: number; count: number };
type Shelf = Map<string, Window>;

/** Most windows of all tenants and limits together, about 150 bytes each. */
const MOST = 100_000;
/** Milliseconds by which two reports of the same window may say another end. */
const SAME_END_MS = 1_000;
/** Windows that are compared before one of them is removed. */
const COMPARED = 8;

/**
 * Counts within windows of time, in bounded memory. Every bucket (`shelf`, a limit of a tenant) keeps a fair
 * share: when the memory is full, a bucket above its share gives up one of its own windows, otherwise the
 * fullest bucket does. The removed window is expired or has a low count, so that a flood returns no tries.
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
      // The window moves to the end, so that the next comparison takes other windows.
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
    /** Returns how many events the current window has counted. */
    counted(shelf: string, subject: string): number {
      const window = shelves.get(shelf)?.get(subject);
      return window && !isOver(window, wall()) ? window.count : 0;
    },
    /** Returns in how many milliseconds the current window ends; 0 without one. */
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
    /** Takes over what was counted elsewhere: a window of `lasts` milliseconds that ends in `left`. An older report lowers no count. */
    learn(shelf: string, subject: string, lasts: number, left: number, count: number): void {
      const started = wall() + left - lasts;
      const window = shelves.get(shelf)?.get(subject);
      const same = window && Math.abs(window.started - started) < SAME_END_MS ? window.count : 0;
      open(shelf, subject, { started: Math.min(started, wall()), lasts, count: Math.max(same, count) });
    },
    size: () => size,
  };
}
