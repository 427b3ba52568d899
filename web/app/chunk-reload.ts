const GUARD_MS = 60_000;
const KEY = 'chunkReloadAt';

/** True once per 60 s: the page should be loaded anew because a part of it is gone after a deploy (spec 4.1). */
export function mayReload(now: number, storage: Pick<Storage, 'getItem' | 'setItem'>): boolean {
  const last = Number(storage.getItem(KEY) ?? 0);
  if (now - last < GUARD_MS) return false;
  storage.setItem(KEY, String(now));
  return true;
}

/** Loads a part of the app; when it is gone, reloads the page at most once per 60 s, else the error goes on. */
export async function chunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine && mayReload(performance.timeOrigin + performance.now(), sessionStorage)) {
      location.reload();
      return new Promise<T>(() => undefined);
    }
    throw error;
  }
}
