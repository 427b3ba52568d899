import { askBeforeReload } from './chunk-reload.ts';
import { somethingTyped } from './typed.ts';

let open = false;
const waiting = new Set<() => void>();
const listeners = new Set<() => void>();
const show = (next: boolean): void => {
  open = next;
  for (const listener of listeners) listener();
};

export const partMissing = (): boolean => open;
export const onPartMissing = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** Tries every missing part again; one that is still missing asks again. */
export function tryPartsAgain(): void {
  show(false);
  for (const again of waiting) again();
  waiting.clear();
}

/** Puts the question away: what was typed can be copied or sent first. What waits for the part goes on waiting. */
export const askLater = (): void => show(false);

/** Asks before a page with something typed is loaded anew; without words at stake nobody is asked. */
export function watchParts(): void {
  askBeforeReload(() => {
    if (!somethingTyped()) return undefined;
    show(true);
    return new Promise<void>((again) => waiting.add(again));
  });
}
