import type { addLayer, arrived } from './back.ts';

type Part = { addLayer: typeof addLayer; arrived: typeof arrived };
let loaded: Part | undefined;
let part: Promise<Part | undefined> | undefined;

// Without it Back leaves the page, as it does everywhere.
const load = (): Promise<Part | undefined> =>
  (part ??= import('./back.ts').then(
    (found) => {
      loaded = found;
      return found;
    },
    () => {
      part = undefined;
      return undefined;
    },
  ));

if (typeof addEventListener === 'function') {
  // Nothing is opened before something is touched, unless the page was loaded with something open.
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, () => void load(), { once: true });
  // Stands before the router's: a window calls its listeners in the order in which they came, those of the capture too,
  // and a router that hears of a layer drops the page that is on its way.
  addEventListener('popstate', (event) => loaded?.arrived(event));
}
if (globalThis.history?.state?.layer) void load();

/** What opens over a page, and `close` by which Back closes it; the returned function says that it is closed. */
export function openLayer(close: () => void): () => void {
  let leave: (() => void) | undefined;
  let over = false;
  void load().then((found) => {
    if (!over) leave = found?.addLayer(close);
  });
  return () => {
    over = true;
    leave?.();
  };
}
