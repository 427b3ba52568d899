import type { addLayer, arrived } from './back.ts';

type Part = { addLayer: typeof addLayer; arrived: typeof arrived };
let loaded: Part | undefined;
let part: Promise<Part | undefined> | undefined;

// If it fails to load, Back leaves the page, as it does everywhere.
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
  // No layer opens before the first touch or key, unless the page was loaded with one open.
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, () => void load(), { once: true });
  // Must be registered before the router's listener: a window calls its listeners in the order of registration, capturing ones
  // included, and a router that hears of a layer drops the page being loaded.
  addEventListener('popstate', (event) => loaded?.arrived(event));
}
if (globalThis.history?.state?.layer) void load();

/** Registers something that opens over a page. Back calls `close`; call the returned function when it is closed. */
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
