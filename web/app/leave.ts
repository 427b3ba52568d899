import { forgetCopies } from '../essay/tab-copy.ts';
import { gateAddress } from './doors.ts';
import { queryClient } from './query.ts';
import { clearSession } from './session.ts';
import { BASE } from './settings.ts';

/** A full load drops whatever this page still does: nobody waits for an answer any more. */
export const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** A load somebody stopped by hand holds nobody for good. */
const GIVEN_UP_MS = 30_000;
let leavingSince = Number.NEGATIVE_INFINITY;

/** True from the decision to leave this page by a full load until it is gone. */
export const isLeaving = (): boolean => performance.now() - leavingSince < GIVEN_UP_MS;

const stays = (): void => {
  leavingSince = Number.NEGATIVE_INFINITY;
};

/** From now on nothing that happens to the session takes this page elsewhere: on a slow line it lives on for seconds. */
export function beginLeaving(): void {
  leavingSince = performance.now();
  // Heard after those of the page: where one of them holds the person back, she may stay.
  addEventListener('beforeunload', (event) => event.defaultPrevented && stays(), { once: true });
}

/** Full load of an address below the base in place of this page, unless the page leaves for another already. */
export function leaveTo(address: string): void {
  if (isLeaving()) return;
  beginLeaving();
  location.replace(BASE + address);
}

addEventListener('pageshow', ({ persisted }) => persisted && stays());

/** Full load of the sign-in page, remembering where the person wanted to go. */
export function leaveToGate(wanted?: string): void {
  leaveTo(gateAddress(wanted));
}

/** No text of an essay stays behind for whoever uses this tab next. */
export function forgetTexts(): void {
  try {
    forgetCopies(sessionStorage);
  } catch {
    // A closed storage holds no copy.
  }
}

/** Ends what this browser holds of a session and leaves for the sign-in page: nothing stays in memory (S8). */
export function leave(wanted?: string): void {
  clearSession();
  queryClient.clear();
  leaveToGate(wanted);
}
