import type { Platform } from '../platform/platform.ts';

/** Maximum time for which a node uses its cached catalogue; applying a catalogue also notifies all nodes immediately. */
const FRESH_MS = 60_000;
const MOST = 5000;

type Known = { value: Promise<unknown>; until: number };
const memories = new WeakMap<Platform, Map<string, Known>>();

const memoryOf = (platform: Platform): Map<string, Known> => {
  let memory = memories.get(platform);
  if (!memory) {
    memory = new Map();
    memories.set(platform, memory);
  }
  return memory;
};

/**
 * Caches the result of `load` for a minute under `key`; concurrent callers share one load, failures are not
 * cached.
 */
export function remember<T>(platform: Platform, key: string, load: () => Promise<T>): Promise<T> {
  const memory = memoryOf(platform);
  const known = memory.get(key);
  if (known && known.until > platform.clock.wall()) return known.value as Promise<T>;
  if (memory.size >= MOST) {
    const [oldest] = memory.keys();
    if (oldest !== undefined) memory.delete(oldest);
  }
  const value = load();
  const entry = { value, until: platform.clock.wall() + FRESH_MS };
  memory.set(key, entry);
  value.catch(() => {
    if (memory.get(key) === entry) memory.delete(key);
  });
  return value;
}

/**
 * Clears the cache because the catalogue changed. A load that is already running only serves the callers already waiting for it.
 */
export const forgetCatalogue = (platform: Platform): void => memoryOf(platform).clear();
