/**
 * Answers the address of an essay with the offline page when the server cannot be reached. Everything else, and every answer of
 * the server, passes through unchanged; nothing about a person is stored.
 */

type Waiting = Event & { waitUntil(work: Promise<unknown>): void };
type Asking = Event & { request: Request; respondWith(answer: Promise<Response>): void };
type WorkerScope = {
  addEventListener(name: 'install' | 'activate', act: (event: Waiting) => void): void;
  addEventListener(name: 'fetch', act: (event: Asking) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
};

// The DOM and worker type libraries conflict in one project, so what is used here is declared above.
const worker = self as unknown as WorkerScope;

const BASE = '/orbita/candidate/';
const PAGE = `${BASE}offline`;
const CACHE = 'orbita-offline';
const EDITOR = /^\/orbita\/candidate\/essays\/\d+\/?$/;

/** Stores the page with the files it names; everything from an older version is removed. */
async function store(): Promise<void> {
  const page = await fetch(PAGE, { cache: 'no-cache' });
  if (!page.ok) throw new Error(`The page without a network answers ${page.status}`);
  const text = await page.clone().text();
  const files = [...text.matchAll(/(?:src|href)="(\/orbita\/candidate\/assets\/[^"]+)"/g)].map(
    ([, file]) => file as string,
  );
  const cache = await caches.open(CACHE);
  const before = await cache.keys();
  await cache.addAll(files);
  await cache.put(PAGE, page);
  const named = [PAGE, ...files].map((path) => new URL(path, location.origin).href);
  await Promise.all(before.filter(({ url }) => !named.includes(url)).map((old) => cache.delete(old)));
}

/** The server's answer; when offline, the stored replacement. */
const answer = async (request: Request, instead: Request | string): Promise<Response> => {
  try {
    return await fetch(request);
  } catch (error) {
    const stored = await caches.match(instead);
    if (stored) return stored;
    throw error;
  }
};

worker.addEventListener('install', (event) => event.waitUntil(store().then(() => worker.skipWaiting())));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === 'navigate' && EDITOR.test(pathname)) event.respondWith(answer(request, PAGE));
  else if (request.method === 'GET' && pathname.startsWith(`${BASE}assets/offline`))
    event.respondWith(answer(request, request));
});
