import { tabStore } from '@orbita/client/storage.ts';
import { signInAddress } from './entry.ts';
import { queryClient } from './query.ts';
import { clearSession } from './session.ts';
import { BASE } from './settings.ts';
import { forgetCopies } from './tab-copy.ts';

/** A promise that never resolves, for code that must not continue while a full page load is under way. */
export const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** A load that has not replaced the page after this long counts as stopped by the person. */
const GIVEN_UP_MS = 30_000;
let leavingSince = Number.NEGATIVE_INFINITY;

/** True from the decision to leave this page by a full load until the page is gone. */
export const isLeaving = (): boolean => performance.now() - leavingSince < GIVEN_UP_MS;

const stays = (): void => {
  leavingSince = Number.NEGATIVE_INFINITY;
};

/** Marks the page as leaving, so that on a slow connection nothing else redirects it before the new page arrives. */
export function beginLeaving(): void {
  leavingSince = performance.now();
  // Runs after the page's own listeners, one of which may have asked the person to stay.
  addEventListener('beforeunload', (event) => event.defaultPrevented && stays(), { once: true });
}

/** Replaces this page by a full load of an address below the base, unless the page is already leaving. */
export function leaveTo(address: string): void {
  if (isLeaving()) return;
  beginLeaving();
  location.replace(BASE + address);
}

addEventListener('pageshow', ({ persisted }) => persisted && stays());

/** Full load of the sign-in page, which then returns to `wanted`. */
export function leaveToSignIn(wanted?: string): void {
  leaveTo(signInAddress(wanted));
}

/** Removes unsent texts, so that the next person at this tab cannot read them. */
export function forgetTexts(): void {
  forgetCopies(tabStore);
}

/** Removes the session from this browser and loads the sign-in page; the full load clears the memory (S8). */
export function leave(wanted?: string): void {
  clearSession();
  queryClient.clear();
  leaveToSignIn(wanted);
}
