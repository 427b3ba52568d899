import type { Platform } from '../platform/platform.ts';
import { createTurns } from '../platform/turns.ts';

/** How long figures are cached. */
const KEPT_MS = 3 * 60_000;
/** Maximum number of cached results, and of their characters in total. */
const MOST_KEPT = 500;
const MOST_CHARACTERS = 16_000_000;

type Kept<T> = { value: Promise<T>; until: number; characters: number };

/**
 * Caches results for some minutes by a key that must contain everything they depend on, including tenant and rights of the
 * caller. Concurrent requests for the same key share one computation. Failures are not cached. The oldest entries are dropped
 * when a limit is reached.
 */
export function createKept<T>(time: () => number) {
  const entries = new Map<string, Kept<T>>();
  let characters = 0;
  // Setting the clock back does not extend any entry.
  const isFresh = ({ until }: Kept<T>) => until > time() && until - KEPT_MS <= time();
  const drop = (key: string, entry: Kept<T>) => {
    if (entries.get(key) !== entry) return;
    entries.delete(key);
    characters -= entry.characters;
  };
  const bound = () => {
    for (const [key, entry] of entries) {
      if (entries.size <= MOST_KEPT && characters <= MOST_CHARACTERS && isFresh(entry)) return;
      drop(key, entry);
    }
  };
  return {
    characters: () => characters,
    size: () => entries.size,
    async once(key: string, make: () => Promise<T>): Promise<T> {
      const known = entries.get(key);
      if (known && isFresh(known)) return known.value;
      if (known) drop(key, known);
      const entry: Kept<T> = { value: make(), until: time() + KEPT_MS, characters: 0 };
      entries.set(key, entry);
      bound();
      try {
        const value = await entry.value;
        if (entries.get(key) === entry && entry.characters === 0) {
          entry.characters = JSON.stringify(value).length;
          characters += entry.characters;
          bound();
        }
        return value;
      } catch (error) {
        drop(key, entry);
        throw error;
      }
    },
  };
}

/** A count reads a whole intake, so few run at once, and tenants take turns. */
const TURNS = { slots: 3, waiting: 20, waitMs: 8_000 };

const stores = new WeakMap<
  Platform,
  { kept: ReturnType<typeof createKept>; turns: ReturnType<typeof createTurns> }
>();

/**
 * Same as `createKept`, per server: results that are not cached are computed when it is the tenant's turn (429 when too many are
 * waiting).
 */
export function keptFor<T>(
  platform: Platform,
  tenantId: number,
  key: readonly unknown[],
  make: () => Promise<T>,
): Promise<T> {
  let store = stores.get(platform);
  if (!store) {
    store = { kept: createKept(() => platform.clock.now().getTime()), turns: createTurns(TURNS) };
    stores.set(platform, store);
  }
  const { kept, turns } = store;
  return kept.once(JSON.stringify([tenantId, ...key]), () => turns(tenantId, make)) as Promise<T>;
}
