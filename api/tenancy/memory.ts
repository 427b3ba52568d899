import type { House } from '../platform/house.ts';

/** How long a node may go on with what it knows of the catalogue; applying a catalogue tells all nodes at once. */
const FRESH_MS = 60_000;
const MOST = 5000;

type Known = { value: Promise<unknown>; until: number };
const memories = new WeakMap<House, Map<string, Known>>();

const memoryOf = (house: House): Map<string, Known> => {
  let memory = memories.get(house);
  if (!memory) {
    memory = new Map();
    memories.set(house, memory);
  }
  return memory;
};

/** What `load` gives, kept for a minute under `key`; concurrent callers share one load, failures are not kept. */
export function remember<T>(house: House, key: string, load: () => Promise<T>): Promise<T> {
  const memory = memoryOf(house);
  const known = memory.get(key);
  if (known && known.until > house.clock.wall()) return known.value as Promise<T>;
  if (memory.size >= MOST) {
    const [oldest] = memory.keys();
    if (oldest !== undefined) memory.delete(oldest);
  }
  const value = load();
  const entry = { value, until: house.clock.wall() + FRESH_MS };
  memory.set(key, entry);
  value.catch(() => {
    if (memory.get(key) === entry) memory.delete(key);
  });
  return value;
}

/** Drops what is known: the catalogue changed. A load under way then reaches only those who already wait for it. */
export const forgetCatalogue = (house: House): void => memoryOf(house).clear();
