import type { Platform } from '../platform/platform.ts';
import { createTurns } from '../platform/turns.ts';

/** For how long figures are shown again as they were counted. */
const KEPT_MS = 3 * 60_000;
/** Answers that are kept at most, and characters of them together. */
const MOST_KEPT = 500;
const MOST_CHARACTERS = 16_000_000;

type Kept<T> = { value: Promise<T>; until: number; characters: number };

/**
 * Keeps answers for some minutes by a key that must name everything they depend on, tenant and rights of the caller included;
 * what is being made for one is waited for by all who ask for the same. Failures are not kept. The oldest give way to the bounds.
 */
export function createKept<T>(time: () => number) {
  const entries = new Map<string, Kept<T>>();
  let characters = 0;
  // A clock that was set back makes nothing last longer.
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

/** A count reads an intake once from end to end, so few run at once, and each tenant in its turn. */
const TURNS = { slots: 3, waiting: 20, waitMs: 8_000 };

const stores = new WeakMap<
  Platform,
  { kept: ReturnType<typeof createKept>; turns: ReturnType<typeof createTurns> }
>();

/** The same for a server: what is not kept is counted when the tenant's turn comes (429 where too many wait). */
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
