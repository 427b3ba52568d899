import { fail } from '../platform/http/errors.ts';

const MIB = 1024 * 1024;

/** Most bytes of uploads that this process holds at once; slow uploads count only the bytes already received (S26). */
const MOST = {
  everybody: 512 * MIB,
  /** Half, so that the other half remains for the candidates of all other tenants. */
  tenant: 256 * MIB,
  /** Two of the largest files. */
  person: 64 * MIB,
};

/** Bytes held by one upload. */
export type Holding = {
  /**
   * Adds bytes.
   * @throws `RATE_LIMITED` (429) for a person who holds too many, `UPLOAD_FAILED` (503) when the budget is used up.
   */
  take(bytes: number): void;
  /** Releases all of them; a second call does nothing. */
  release(): void;
};

export type Budget = { of(tenantId: number, personId: number): Holding };

/** Counts the bytes that uploads hold in memory: per person, per tenant and in total. */
export function createBudget(most = MOST): Budget {
  const held = new Map<string, number>();
  const change = (key: string, by: number) => {
    const now = (held.get(key) ?? 0) + by;
    if (now > 0) held.set(key, now);
    else held.delete(key);
  };
  return {
    of(tenantId, personId) {
      const person = `${tenantId}:${personId}`;
      const tenant = `${tenantId}`;
      const limits: [key: string, most: number][] = [
        ['', most.everybody],
        [tenant, most.tenant],
        [person, most.person],
      ];
      let mine = 0;
      return {
        take(bytes) {
          const full = limits.findLast(([key, limit]) => (held.get(key) ?? 0) + bytes > limit);
          if (full) fail(full[0] === person ? 'RATE_LIMITED' : 'UPLOAD_FAILED');
          mine += bytes;
          for (const [key] of limits) change(key, bytes);
        },
        release() {
          for (const [key] of limits) change(key, -mine);
          mine = 0;
        },
      };
    },
  };
}
