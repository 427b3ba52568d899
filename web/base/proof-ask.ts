import { store } from '@orbita/client/store.ts';

/*
 * A change of a contact or a way in waits while its person proves again who she is (spec 5.5): the call that was refused
 * goes on by itself afterwards, so that nothing typed is lost.
 */

/** What waits for a proof; undefined while none is asked for. */
export const proofAsked = store<Promise<boolean> | undefined>(undefined);
let answer: (proved: boolean) => void = () => undefined;

/** Opens the dialog; true once she proved who she is, false when she closed it. Several calls share one dialog. */
export function askProof(): Promise<boolean> {
  const waiting =
    proofAsked.get() ??
    new Promise<boolean>((done) => {
      answer = done;
    });
  proofAsked.set(waiting);
  return waiting;
}

/** Closes the dialog and lets the waiting calls go on, or fail. */
export function answerProof(proved: boolean): void {
  answer(proved);
  proofAsked.set(undefined);
}
