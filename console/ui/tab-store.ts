/*
 * What a page stores of unsent work while its tab is open, so that a reload or a lost connection loses nothing (spec 25.2.3,
 * 25.7). Nothing that identifies a candidate may be stored here.
 */
import { tabStore } from '@orbita/client/storage.ts';

const PREFIX = 'equipe.aba.';

/** Stores a value under a name; if the storage is unavailable or full it lasts as long as the page. */
export const keepInTab = (name: string, value: unknown): void =>
  tabStore.setItem(PREFIX + name, JSON.stringify(value));

/** The value stored under a name; undefined if there is none or it is corrupt. */
export function keptInTab(name: string): unknown {
  try {
    return JSON.parse(tabStore.getItem(PREFIX + name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Removes what was stored under a name, or everything without one: a person who leaves, or is signed out, leaves nothing
 * behind.
 */
export function forgetInTab(name?: string): void {
  const gone =
    name === undefined ? tabStore.names().filter((key) => key.startsWith(PREFIX)) : [PREFIX + name];
  for (const key of gone) tabStore.removeItem(key);
}
