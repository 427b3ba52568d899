/*
 * A change of a contact or a way in waits while its person proves again who she is (spec 5.5): the call that was refused
 * goes on by itself afterwards, so that nothing typed is lost.
 */

const listeners = new Set<() => void>();
let waiting: Promise<boolean> | undefined;
let answer: (proved: boolean) => void = () => undefined;

export const proofAsked = (): boolean => waiting !== undefined;
export const onProofAsked = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

const tell = (): void => {
  for (const listener of listeners) listener();
};

/** Opens the dialog; true once she proved who she is, false when she closed it. Several calls share one dialog. */
export function askProof(): Promise<boolean> {
  if (!waiting) {
    waiting = new Promise((done) => {
      answer = done;
    });
    tell();
  }
  return waiting;
}

/** Closes the dialog and lets the waiting calls go on, or fail. */
export function answerProof(proved: boolean): void {
  answer(proved);
  waiting = undefined;
  tell();
}
