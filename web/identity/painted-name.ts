import { placeOf } from './panels.ts';
import { keptUnlinked } from './social/kept.ts';
import { isEndedLink, wantedPage } from './wanted.ts';

/** Pages that the server renders; three of them differ in the notice above the form. */
export type PaintedName =
  | 'sign-in'
  | 'sign-in-first'
  | 'sign-in-ended'
  | 'sign-up'
  | 'code'
  | 'reset'
  | 'goodbye';

/** The server-rendered page for the current address; undefined if it contains personal data. */
export function paintedName(): PaintedName | undefined {
  const { panel, link } = placeOf();
  if (panel === 'social' || link !== undefined) return undefined;
  if (panel !== 'sign-in' || !wantedPage()) return panel;
  return isEndedLink() ? 'sign-in-ended' : 'sign-in-first';
}

/** True when what the server rendered is what the browser would render now. */
export function isPainted(root: HTMLElement): boolean {
  const { painted } = root.dataset;
  if (painted === undefined || painted !== paintedName()) return false;
  // A new account may be linked to that of a provider, which only this tab knows.
  return painted !== 'sign-up' || !keptUnlinked();
}
