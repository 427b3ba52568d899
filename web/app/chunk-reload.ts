const GUARD_MS = 60_000;
const KEY = 'chunkReloadAt';

/** True once per 60 s: the page should be loaded anew because a part of it is gone after a deploy (spec 4.1). */
export function mayReload(now: number, storage: Pick<Storage, 'getItem' | 'setItem'>): boolean {
  const last = Number(storage.getItem(KEY) ?? 0);
  if (now - last < GUARD_MS) return false;
  storage.setItem(KEY, String(now));
  return true;
}

/** Whoever can ask a person before her words are thrown away: resolves when the part should be tried again. */
type Ask = () => Promise<void> | undefined;
let ask: Ask = () => undefined;
export const askBeforeReload = (given: Ask): void => {
  ask = given;
};

/**
 * Loads a part of the app; when it is gone, reloads the page at most once per 60 s, else the error goes on. A page that
 * holds something typed is never reloaded by itself: the person is asked, and the part is tried again when she says so.
 */
export async function chunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const asked = ask();
    if (asked) {
      await asked;
      return chunk(load);
    }
    if (navigator.onLine && mayReload(performance.timeOrigin + performance.now(), sessionStorage)) {
      location.reload();
      return new Promise<T>(() => undefined);
    }
    throw error;
  }
}
