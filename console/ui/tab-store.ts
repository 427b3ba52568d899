/*
 * What a page keeps of unsent work while its tab is open, so that a reload or a lost line takes nothing (spec 25.2.3, 25.7).
 * Nothing that names a candidate goes in here.
 */
const PREFIX = 'equipe.aba.';

const storage = (): Storage | undefined => {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
};

/** Keeps a value under a name; where the storage is closed or full it lasts as long as the page that has it. */
export function keepInTab(name: string, value: unknown): void {
  try {
    storage()?.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The page goes on with what it holds.
  }
}

/** What was kept under a name, as it was written; undefined when nothing was, or somebody broke it. */
export function keptInTab(name: string): unknown {
  try {
    return JSON.parse(storage()?.getItem(PREFIX + name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Forgets what was kept under a name; without one, everything: who leaves, or is made to, leaves nothing behind. */
export function forgetInTab(name?: string): void {
  const kept = storage();
  if (!kept) return;
  try {
    if (name !== undefined) kept.removeItem(PREFIX + name);
    else for (const key of Object.keys(kept)) if (key.startsWith(PREFIX)) kept.removeItem(key);
  } catch {
    // A closed storage holds nothing.
  }
}
