import { randomId } from './random-id.ts';

/** How long a lost write may be resent under the same key. */
const SAME_MS = 10 * 60_000;

/**
 * Idempotency keys for writes that name none themselves (spec 2.2). A write whose outcome is unknown, resent unchanged, goes
 * under its first key, so that the server repeats its answer. Once any other write has been answered it counts as a new write:
 * the one in between may have reverted the first.
 */
export function lostWrites(now: () => number = () => performance.now()) {
  const lost = new Map<string, { key: string; at: number }>();
  return {
    /** Returns the key for `what`, which is the call, address and body of a write. */
    keyFor(what: string): string {
      const known = lost.get(what);
      return known && now() - known.at < SAME_MS ? known.key : randomId();
    },
    /** Call when no answer arrived, or one that leaves the outcome open. */
    lose(what: string, key: string): void {
      const at = lost.get(what)?.at ?? now();
      lost.set(what, { key, at });
    },
    /** Call when the server has answered a write conclusively. */
    settle: (): void => lost.clear(),
  };
}
