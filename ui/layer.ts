import type { addLayer } from './back.ts';

type Part = { addLayer: typeof addLayer };
let part: Promise<Part | undefined> | undefined;

// Without it Back leaves the page, as it does everywhere.
const load = (): Promise<Part | undefined> =>
  (part ??= import('./back.ts').catch(() => {
    part = undefined;
    return undefined;
  }));

// Nothing is opened before something is touched, unless the page was loaded with something open.
if (typeof addEventListener === 'function')
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, () => void load(), { once: true });
if (globalThis.history?.state?.layer) void load();

/** What opens over a page, and `close` by which Back closes it; the returned function says that it is closed. */
export function openLayer(close: () => void): () => void {
  let leave: (() => void) | undefined;
  let over = false;
  void load().then((loaded) => {
    if (!over) leave = loaded?.addLayer(close);
  });
  return () => {
    over = true;
    leave?.();
  };
}
