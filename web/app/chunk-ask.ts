import { store } from '@orbita/client/store.ts';
import { askBeforeReload } from '../base/chunk-reload.ts';
import { somethingTyped } from '../base/typed.ts';

const waiting = new Set<() => void>();

/** Whether a part of the page is missing and the person is being asked about it. */
export const partMissing = store(false);

/** Retries every chunk that failed to load; one that fails again opens the question again. */
export function tryPartsAgain(): void {
  partMissing.set(false);
  for (const again of waiting) again();
  waiting.clear();
}

/** Closes the question so that typed text can be copied or sent first; the failed loads stay pending. */
export const askLater = (): void => partMissing.set(false);

/** Asks before reloading a page on which something was typed; without typed text it reloads without asking. */
export function watchParts(): void {
  askBeforeReload(() => {
    if (!somethingTyped()) return undefined;
    partMissing.set(true);
    return new Promise<void>((again) => waiting.add(again));
  });
}
