import { askBeforeReload } from '../base/chunk-reload.ts';
import { somethingTyped } from '../base/typed.ts';

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

/** Retries every chunk that failed to load; one that fails again opens the question again. */
export function tryPartsAgain(): void {
  show(false);
  for (const again of waiting) again();
  waiting.clear();
}

/** Closes the question so that typed text can be copied or sent first; the failed loads keep waiting. */
export const askLater = (): void => show(false);

/** Asks before reloading a page on which something was typed; without typed text it reloads without asking. */
export function watchParts(): void {
  askBeforeReload(() => {
    if (!somethingTyped()) return undefined;
    show(true);
    return new Promise<void>((again) => waiting.add(again));
  });
}
