import { placeOf } from './panels.ts';
import { keptUnlinked } from './social/kept.ts';
import { wantedPage } from './wanted.ts';

/** Pages that the server paints; two of them differ by the notice that another page follows. */
export type PaintedName = 'sign-in' | 'sign-in-first' | 'sign-up' | 'code' | 'reset' | 'goodbye';

/** The painted page that shows the present address of the gate; undefined where it holds what is one person's alone. */
export function paintedName(): PaintedName | undefined {
  const { panel, link } = placeOf();
  if (panel === 'social' || link !== undefined) return undefined;
  return panel === 'sign-in' && wantedPage() ? 'sign-in-first' : panel;
}

/** True when what the server painted is what the browser would draw now. */
export function isPainted(root: HTMLElement): boolean {
  const { painted } = root.dataset;
  if (painted === undefined || painted !== paintedName()) return false;
  // A new account is linked to that of a provider, which only this tab knows.
  return painted !== 'sign-up' || !keptUnlinked();
}
