import { store } from '../ui/store.ts';
import type { ApiError } from './api.ts';
import { knownMe, type Me, setMe } from './me.ts';

/** What the page asks the person: to sign in again, or to confirm who she is. */
export type SessionQuestion = { kind: 'over' | 'confirm'; methods: readonly string[] };

type Waiting = { question: SessionQuestion; answer: Promise<boolean>; settle: (again: boolean) => void };

const waiting = store<Waiting | undefined>(undefined);

/** The question that is open, followed by who shows it. */
export const useQuestion = (): SessionQuestion | undefined => waiting.use()?.question;

export const openQuestion = (): SessionQuestion | undefined => waiting.get()?.question;

function ask(question: SessionQuestion): Promise<boolean> {
  // Calls that fail together share one dialog, and all go on after it.
  const open = waiting.get();
  if (open?.question.kind === question.kind) return open.answer;
  open?.settle(false);
  let settle: Waiting['settle'] = () => undefined;
  const answer = new Promise<boolean>((done) => {
    settle = done;
  });
  waiting.set({ question, answer, settle });
  return answer;
}

function close(again: boolean): void {
  const asked = waiting.get();
  waiting.set(undefined);
  asked?.settle(again);
}

/** The person confirmed who she is: what waited is sent. */
export const confirmed = (): void => close(true);

/** The person does not confirm: what waited fails with the server's own text. */
export const dismissed = (): void => close(false);

/**
 * Somebody signed in over the page. Only the same person may go on with what is open; for another one the page is loaded anew,
 * so that she sees nothing of it.
 */
export function signedInAgain(me: Me, reload: () => void): void {
  const before = knownMe();
  if (before && before.staffId !== me.staffId) {
    reload();
    return;
  }
  setMe(me);
  close(true);
}

/** Answers of the server that a dialog settles (spec 25.2.3, 25.2.4). */
export async function keeper(error: ApiError): Promise<boolean> {
  if (error.code === 'STAFF_SESSION_OVER') return ask({ kind: 'over', methods: [] });
  if (error.code === 'REAUTH_REQUIRED') {
    const methods = Array.isArray(error.more.methods) ? error.more.methods.map(String) : ['code'];
    return ask({ kind: 'confirm', methods });
  }
  return false;
}
