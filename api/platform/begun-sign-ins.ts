import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type SealFor, seal, unseal } from './seal.ts';

/** Seconds a person may spend on a provider's page. */
export const SIGN_IN_SECONDS = 600;
/** Sign-ins that one browser may have open at once, each in a tab of its own. */
const MOST = 3;
/** Browsers keep cookies of 4096 bytes, including their names. */
const LONGEST = 3_900;

type Begun = {
  state: string;
  /** Wall clock, in milliseconds. */
  startedAt: number;
};

const same = (one: string, other: string): boolean => {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
};

/** The sign-ins that a browser has begun at providers, sealed into one cookie. */
export function begunSignIns<F extends Begun>(shape: z.ZodType<F>, place: SealFor, now: number) {
  // The newest is written as if it were the only one, which is all that the release before this one reads.
  const kept = z.intersection(shape, z.object({ earlier: z.array(shape).catch([]) }));

  function read(sealed: string | undefined): F[] {
    if (!sealed || sealed.length > LONGEST) return [];
    try {
      const newest = kept.parse(JSON.parse(unseal(place, sealed)));
      // The clocks of two nodes differ, so one may have begun "later".
      return [shape.parse(newest), ...newest.earlier].filter(
        ({ startedAt }) => now - startedAt <= SIGN_IN_SECONDS * 1000,
      );
    } catch {
      return [];
    }
  }

  function write([newest, ...earlier]: F[]): string {
    if (!newest) return '';
    const sealed = seal(place, JSON.stringify({ ...newest, earlier }));
    return sealed.length > LONGEST && earlier.length > 0 ? write([newest, ...earlier.slice(0, -1)]) : sealed;
  }

  return {
    /** The cookie with one more; the oldest makes room for it. */
    with: (sealed: string | undefined, flow: F): string => write([flow, ...read(sealed)].slice(0, MOST)),
    /** The cookie without the one of a state; '' if none is left. */
    without: (sealed: string | undefined, state: string | null): string =>
      write(read(sealed).filter((one) => one.state !== state)),
    /** The one that this very browser began with this state; undefined if there is none or it took too long. */
    of: (sealed: string | undefined, state: string | null): F | undefined =>
      state === null ? undefined : read(sealed).find((one) => same(one.state, state)),
  };
}
