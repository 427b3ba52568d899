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
 * A browser may remember until the next load of the page that a file did not come. Under another query it asks for the
 * file again; the parts that this one shares with others keep their own addresses, and so their state.
 */
function loadAnew<T>(error: unknown, tries: number): Promise<T> | undefined {
  if (!(error instanceof Error)) return undefined;
  // Chromium and Firefox name the file at the end of the message; others ask again by themselves.
  const [file = ''] = (error.message.split(' ').at(-1) ?? '').split('?');
  return file.startsWith('http') && file.endsWith('.js')
    ? import(/* @vite-ignore */ `${file}?again=${tries}`)
    : undefined;
}

/**
 * Loads a part of the app; when it is gone, reloads the page at most once per 60 s, else the error goes on. A page that
 * holds something typed is never reloaded by itself: the person is asked, and the part is tried again when she says so.
 * @param load only an `import()`: what it answers is what the file exports.
 */
export async function chunk<T>(load: () => Promise<T>): Promise<T> {
  let next = load;
  for (let tries = 1; ; tries++) {
    try {
      return await next();
    } catch (error) {
      const asked = ask();
      if (!asked) return reloadOnce(error);
      await asked;
      next = () => loadAnew(error, tries) ?? load();
    }
  }
}

function reloadOnce(error: unknown): Promise<never> {
  if (!navigator.onLine || !mayReload(performance.timeOrigin + performance.now(), sessionStorage))
    throw error;
  location.reload();
  return new Promise(() => undefined);
}
