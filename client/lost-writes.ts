import { randomId } from './random-id.ts';

/** So long a lost write may be sent again as the same one. */
const SAME_MS = 10 * 60_000;

/**
 * Keys for writes that name none themselves (spec 2.2). A write whose outcome nobody knows, sent again as it was, goes under its
 * first key, so that the server answers what it answered before. Once another write was answered it is a new one: what came
 * in between may have taken the first one back.
 */
export function lostWrites(now: () => number = () => performance.now()) {
  const lost = new Map<string, { key: string; at: number }>();
  return {
    /** The key to send `what` under: its call, address and body. */
    keyFor(what: string): string {
      const known = lost.get(what);
      return known && now() - known.at < SAME_MS ? known.key : randomId();
    },
    /** No answer came, or one that leaves the outcome open. */
    lose(what: string, key: string): void {
      const at = lost.get(what)?.at ?? now();
      lost.set(what, { key, at });
    },
    /** The server said what became of a write. */
    settle: (): void => lost.clear(),
  };
}
