import type { ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import type { HoldingWindow } from './hold.ts';

let root: Root | undefined;
const place = () => document.getElementById('root') as HTMLElement;

/**
 * The root that pages are rendered into. What the server rendered for another page is removed, and a press in it is forgotten.
 */
export function rootToDraw(): Root {
  if (root) return root;
  const holding = window as HoldingWindow;
  holding.orbitaHeld?.free();
  holding.orbitaHeld = undefined;
  place().replaceChildren();
  root = createRoot(place());
  return root;
}

/** Hydrates what the server rendered; it must have been rendered from the same elements. */
export function rootToGoOnWith(page: ReactNode): void {
  // What a translation has inserted meanwhile does not match our markup.
  if (place().querySelector('font')) {
    root = createRoot(place());
    root.render(page);
  } else root = hydrateRoot(place(), page);
}
