import { store } from '@orbita/client/store.ts';

/*
 * A change of a contact or a sign-in method is suspended while the person proves their identity again (spec 5.5): the refused
 * call then continues by itself, so that nothing typed is lost.
 */

/** The proof being asked for, which calls wait on; undefined while there is none. */
export const proofAsked = store<Promise<boolean> | undefined>(undefined);
let answer: (proved: boolean) => void = () => undefined;

/** Opens the dialog; true once the person has proved their identity, false if they closed it. Several calls share one dialog. */
export function askProof(): Promise<boolean> {
  const waiting =
    proofAsked.get() ??
    new Promise<boolean>((done) => {
      answer = done;
    });
  proofAsked.set(waiting);
  return waiting;
}

/** Closes the dialog and lets the waiting calls continue, or fail. */
export function answerProof(proved: boolean): void {
  answer(proved);
  proofAsked.set(undefined);
}
