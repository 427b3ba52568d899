import type { ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import type { HoldingWindow } from './hold.ts';

let root: Root | undefined;
const place = () => document.getElementById('root') as HTMLElement;

/** Where pages are drawn. What the server painted for another page goes, and a press in it is forgotten. */
export function rootToDraw(): Root {
  if (root) return root;
  const holding = window as HoldingWindow;
  holding.orbitaHeld?.free();
  holding.orbitaHeld = undefined;
  place().replaceChildren();
  root = createRoot(place());
  return root;
}

/** Goes on with what the server painted; it must have been painted from the same elements. */
export function rootToGoOnWith(page: ReactNode): void {
  // What a translation put there meanwhile was never painted by us.
  if (place().querySelector('font')) {
    root = createRoot(place());
    root.render(page);
  } else root = hydrateRoot(place(), page);
}
