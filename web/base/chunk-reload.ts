import { keepsInTab, tabStore } from '@orbita/client/storage.ts';
import { loadMissingStyles } from './chunk-styles.ts';

const GUARD_MS = 60_000;
const KEY = 'chunkReloadAt';

/** True at most once per 60 s: the page may reload because a deploy removed one of its chunks (spec 4.1). */
export function mayReload(now: number, storage: Pick<Storage, 'getItem' | 'setItem'>): boolean {
  const last = Number(storage.getItem(KEY) ?? 0);
  if (now - last < GUARD_MS) return false;
  storage.setItem(KEY, String(now));
  return true;
}

/** Asks the person before typed text is lost; resolves when the load should be retried. Undefined: there is nothing to ask. */
type Ask = () => Promise<void> | undefined;
let ask: Ask = () => undefined;
export const askBeforeReload = (given: Ask): void => {
  ask = given;
};

/**
 * Browsers cache a failed import until the page is reloaded. A different query string makes them fetch the file again; the
 * modules it imports keep their addresses, so they are not loaded twice.
 */
function loadAnew<T>(load: () => Promise<T>, error: unknown, tries: number): Promise<T> | undefined {
  if (!(error instanceof Error)) return undefined;
  // Chromium and Firefox end the message with the file's address; other browsers do not cache the failure.
  const [file = ''] = (error.message.split(' ').at(-1) ?? '').split('?');
  if (!file.startsWith('http') || !file.endsWith('.js')) return undefined;
  const part = partOf(String(load));
  return import(/* @vite-ignore */ `${file}?again=${tries}`).then((all) => (part ? all[part] : all));
}

/**
 * Name under which a chunk of several modules exports the one being loaded: the bundler then writes `import(file).then((all) =>
 * all.name)`. Undefined if the file is the module itself.
 */
export const partOf = (load: string): string | undefined =>
  /\bimport\([^()]{1,200}\)\.then\(\(?(\w+)\)? ?=> ?\1\.(\w+)\)/.exec(load)?.[2];

/**
 * Loads a chunk of the app; if that fails, reloads the page at most once per 60 s, otherwise throws the error. A page on which
 * something was typed never reloads by itself: the person is asked, and the load is retried when they agree.
 * @param load must be a plain `import()`, because a retry may import the file itself.
 */
export async function chunk<T>(load: () => Promise<T>): Promise<T> {
  let next = load;
  for (let tries = 1; ; tries++) {
    try {
      await loadMissingStyles();
      return await next();
    } catch (error) {
      const asked = ask();
      if (!asked) return reloadOnce(error);
      await asked;
      next = () => loadAnew(load, error, tries) ?? load();
    }
  }
}

/**
 * Loads a part that is needed repeatedly, such as the file uploader: a failure is thrown, and the next call tries again. `load`
 * must be a plain `import()`.
 */
export function retriedImport<T>(load: () => Promise<T>): () => Promise<T> {
  let failure: unknown;
  let tries = 0;
  return async () => {
    try {
      return await (loadAnew<T>(load, failure, tries) ?? load());
    } catch (error) {
      failure = error;
      tries += 1;
      throw error;
    }
  };
}

function reloadOnce(error: unknown): Promise<never> {
  // A browser that stores nothing would reload forever: it cannot know that it just did.
  const keeps = keepsInTab();
  if (!navigator.onLine || !keeps || !mayReload(performance.timeOrigin + performance.now(), tabStore))
    throw error;
  location.reload();
  return new Promise(() => undefined);
}
