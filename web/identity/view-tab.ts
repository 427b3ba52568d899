import { store } from '@orbita/client/store.ts';
import { VIEW_ONLY_TEXT } from '@orbita/domain/staff';

const memory = (): Storage => {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, String(value)),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
};

/** How often something was to be changed in this tab, which the banner answers. */
export const timesRefused = store(0);

/** What went wrong in the page may still be reported. */
const REPORTS = '/candidate/telemetry/client-errors';

/** The answer to what would change something, which the banner says as well. */
export function refused(): Response {
  timesRefused.set(timesRefused.get() + 1);
  return new Response(JSON.stringify({ code: 'VIEW_ONLY', message: VIEW_ONLY_TEXT }), {
    status: 403,
    headers: { 'content-type': 'application/json' },
  });
}

/**
 * Lets this tab read and nothing else (spec 25.6.3). What its page keeps lasts as long as the page, so that neither the
 * candidate who uses this browser nor a later view finds what was read, closed or typed; cookies and other tabs are not
 * there for it.
 * @param cookies what the page is to find for cookies
 */
export function sealTab(cookies = ''): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, value: memory() });
  Object.defineProperty(document, 'cookie', { configurable: true, get: () => cookies, set: () => undefined });
  if ('BroadcastChannel' in window) BroadcastChannel.prototype.postMessage = () => undefined;
}

/** Answers every call that would change something as the server does, without asking it. */
export function refuseChanges(): void {
  const ask = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const changes = init?.method !== undefined && init.method !== 'GET';
    return changes && !String(input).endsWith(REPORTS) ? refused() : ask(input, init);
  };
}
