import { fail } from './errors.ts';

type Window = { started: number; count: number };

/**
 * Counts events of a sliding kind per key within a time window, in this process. Guards against floods and guessing;
 * what must hold over all nodes (locks, attempts) lives in the database.
 */
export function createLimits(wall: () => number) {
  const windows = new Map<string, Window>();
  const current = (key: string, windowMs: number): Window => {
    const at = wall();
    let found = windows.get(key);
    if (!found || at - found.started >= windowMs || at < found.started) {
      found = { started: at, count: 0 };
      windows.set(key, found);
      if (windows.size > 50_000) {
        const oldest = windows.keys().next().value;
        if (oldest !== undefined) windows.delete(oldest);
      }
    }
    return found;
  };
  return {
    /** Refuses with 429 once `max` events were counted; counts this one otherwise. */
    take(key: string, max: number, windowMs: number): void {
      const window = current(key, windowMs);
      if (window.count >= max) fail('RATE_LIMITED');
      window.count += 1;
    },
    /** Counts an event and returns how many there are now in the window. */
    count(key: string, windowMs: number): number {
      const window = current(key, windowMs);
      window.count += 1;
      return window.count;
    },
    /** How many were counted, without counting. */
    peek: (key: string, windowMs: number): number => current(key, windowMs).count,
    forget: (key: string): boolean => windows.delete(key),
  };
}
export type Limits = ReturnType<typeof createLimits>;
