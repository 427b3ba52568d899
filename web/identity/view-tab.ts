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

/** How many attempts to change something were refused in this tab; the banner reports them. */
export const timesRefused = store(0);

/** Errors of the page may still be reported. */
const REPORTS = '/candidate/telemetry/client-errors';

/** The answer to a request that would change something; the banner says so as well. */
export function refused(): Response {
  timesRefused.set(timesRefused.get() + 1);
  return new Response(JSON.stringify({ code: 'VIEW_ONLY', message: VIEW_ONLY_TEXT }), {
    status: 403,
    headers: { 'content-type': 'application/json' },
  });
}

/**
 * Makes this tab read-only (spec 25.6.3). What its page stores lasts only as long as the page, so that neither the candidate
 * who uses this browser nor a later view finds what was read, closed or typed; cookies and other tabs are invisible to it.
 * @param cookies the cookies that the page shall see
 */
export function sealTab(cookies = ''): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, value: memory() });
  Object.defineProperty(document, 'cookie', { configurable: true, get: () => cookies, set: () => undefined });
  if ('BroadcastChannel' in window) BroadcastChannel.prototype.postMessage = () => undefined;
}

/** Answers every call that would change something the way the server does, without contacting it. */
export function refuseChanges(): void {
  const ask = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const changes = init?.method !== undefined && init.method !== 'GET';
    return changes && !String(input).endsWith(REPORTS) ? refused() : ask(input, init);
  };
}
