import type { ApiError } from '@orbita/client/errors.ts';
import { knowsPasskeys } from '@orbita/client/passkey-support.ts';
import { store } from '@orbita/client/store.ts';
import { BASE } from '../base/base.ts';
import { knownMe, type Me, setMe } from '../base/me.ts';
import { forgetInTab } from '../ui/tab-store.ts';

/**
 * What the page asks of the person: to sign in again, to confirm their identity, or to create the passkey that an act requires.
 */
export type SessionQuestion = { kind: 'over' | 'confirm' | 'stronger'; methods: readonly string[] };
type Kind = SessionQuestion['kind'];

type Waiting = { question: SessionQuestion; answer: Promise<boolean>; settle: (again: boolean) => void };

/** Open questions, newest last. */
const waiting = store<readonly Waiting[]>([]);

/** What the person declined since the last sign-in or confirmation. */
const declined = new Set<Kind>();

/** Hook: the open questions. */
export const useQuestions = (): SessionQuestion[] => waiting.use().map(({ question }) => question);

/** The question to be answered first. */
export const openQuestion = (): SessionQuestion | undefined => waiting.get().at(-1)?.question;

/**
 * Whether an open question stays while another one is asked over it: creating a passkey may itself require an answer, and a
 * session may end while a person confirms their identity.
 */
const waitsBelow = (open: SessionQuestion, asked: SessionQuestion): boolean =>
  open.kind === 'stronger' || (open.kind === 'confirm' && asked.kind === 'over');

function ask(question: SessionQuestion): Promise<boolean> {
  // Calls that fail together share one dialog, and all continue after it.
  const open = waiting.get().find((one) => one.question.kind === question.kind);
  if (open) return open.answer;
  // A sign-in also confirms the identity: calls that need a confirmation continue after it.
  const over = waiting.get().find((one) => one.question.kind === 'over');
  if (over && question.kind === 'confirm') return over.answer;
  const [below, given] = [[], []] as [Waiting[], Waiting[]];
  for (const one of waiting.get()) (waitsBelow(one.question, question) ? below : given).push(one);
  let settle: Waiting['settle'] = () => undefined;
  const answer = new Promise<boolean>((done) => {
    settle = done;
  });
  waiting.set([...below, { question, answer, settle }]);
  for (const one of given) one.settle(false);
  return answer;
}

function close(again: boolean, kind: Kind | undefined): void {
  const asked = waiting.get().findLast(({ question }) => kind === undefined || question.kind === kind);
  if (again) declined.clear();
  else if (asked) declined.add(asked.question.kind);
  waiting.set(waiting.get().filter((one) => one !== asked));
  asked?.settle(again);
}

/** The person did what was asked: waiting calls are sent. */
export const confirmed = (kind?: Kind): void => close(true, kind);

/** The person declined: waiting calls fail with the server's own text. */
export const dismissed = (kind?: Kind): void => close(false, kind);

/**
 * Somebody signed in over the page. Only the same person may continue with the open page, including calls that await a
 * confirmation below: a sign-in counts as one (spec 25.2.4). For a different person the page is reloaded, so that they see
 * nothing of it.
 */
export function signedInAgain(me: Me, reload: () => void): void {
  const before = knownMe();
  if (before && before.staffId !== me.staffId) {
    reload();
    return;
  }
  setMe(me);
  close(true, 'over');
  close(true, 'confirm');
}

/** An administrator ended the access: the page is left, discarding what was typed (spec 25.2.3). Never resolves. */
function accessEnded(): Promise<boolean> {
  forgetInTab();
  location.replace(`${BASE}/entrar?encerrado=1`);
  return new Promise(() => undefined);
}

/**
 * Answers of the server that a dialog can resolve (spec 25.2.3, 25.2.4). What the person declined is not asked again for calls
 * in the background: lists that are read again would interrupt whatever is being typed.
 */
export async function keeper(error: ApiError, background = false): Promise<boolean> {
  if (error.code === 'STAFF_SESSION_OVER' && error.more.access === 'ended') return accessEnded();
  if (error.code === 'STAFF_SESSION_OVER') return ask({ kind: 'over', methods: [] });
  if (error.code === 'REAUTH_REQUIRED') {
    const methods = Array.isArray(error.more.methods) ? error.more.methods.map(String) : ['code'];
    return !(background && declined.has('confirm')) && ask({ kind: 'confirm', methods });
  }
  // Whatever the sign-in methods: a passkey also confirms on hosts where nobody signs in with one.
  if (error.code === 'STRONGER_SIGN_IN' && knowsPasskeys())
    return !(background && declined.has('stronger')) && ask({ kind: 'stronger', methods: ['passkey'] });
  return false;
}
