import { forgetCopies } from '../essay/tab-copy.ts';
import { gateAddress } from './doors.ts';
import { queryClient } from './query.ts';
import { clearSession } from './session.ts';
import { BASE } from './settings.ts';

/** A full load drops whatever this page still does: nobody waits for an answer any more. */
export const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** Full load of the sign-in page, remembering where the person wanted to go. */
export function leaveToGate(wanted?: string): void {
  location.replace(BASE + gateAddress(wanted));
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
