/*
 * What a page keeps of unsent work while its tab is open, so that a reload or a lost line takes nothing (spec 25.2.3, 25.7).
 * Nothing that names a candidate goes in here.
 */
import { tabStore } from '@orbita/client/storage.ts';

const PREFIX = 'equipe.aba.';

/** Keeps a value under a name; where the storage is closed or full it lasts as long as the page that has it. */
export const keepInTab = (name: string, value: unknown): void =>
  tabStore.setItem(PREFIX + name, JSON.stringify(value));

/** What was kept under a name, as it was written; undefined when nothing was, or somebody broke it. */
export function keptInTab(name: string): unknown {
  try {
    return JSON.parse(tabStore.getItem(PREFIX + name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Forgets what was kept under a name; without one, everything: who leaves, or is made to, leaves nothing behind. */
export function forgetInTab(name?: string): void {
  const gone =
    name === undefined ? tabStore.names().filter((key) => key.startsWith(PREFIX)) : [PREFIX + name];
  for (const key of gone) tabStore.removeItem(key);
}
