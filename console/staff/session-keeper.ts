import type { ApiError } from '@orbita/client/errors.ts';
import { knowsPasskeys } from '@orbita/client/passkey-support.ts';
import { store } from '@orbita/client/store.ts';
import { BASE } from '../base/base.ts';
import { knownMe, type Me, setMe } from '../base/me.ts';
import { forgetInTab } from '../ui/tab-store.ts';

/** What the page asks the person: to sign in again, to confirm who she is, to make the passkey that an act needs. */
export type SessionQuestion = { kind: 'over' | 'confirm' | 'stronger'; methods: readonly string[] };
type Kind = SessionQuestion['kind'];

type Waiting = { question: SessionQuestion; answer: Promise<boolean>; settle: (again: boolean) => void };

/** Open questions, the newest last. */
const waiting = store<readonly Waiting[]>([]);

/** The questions that are open, followed by who shows them. */
export const useQuestions = (): SessionQuestion[] => waiting.use().map(({ question }) => question);

/** The question that the person answers first. */
export const openQuestion = (): SessionQuestion | undefined => waiting.get().at(-1)?.question;

/**
 * Whether an open question stays while another one is asked over it: making a passkey may itself need another answer, and a
 * session may end while somebody confirms who she is.
 */
const waitsBelow = (open: SessionQuestion, asked: SessionQuestion): boolean =>
  open.kind === 'stronger' || (open.kind === 'confirm' && asked.kind === 'over');

function ask(question: SessionQuestion): Promise<boolean> {
  // Calls that fail together share one dialog, and all go on after it.
  const open = waiting.get().find((one) => one.question.kind === question.kind);
  if (open) return open.answer;
  // A sign-in also says who one is: whatever needs that goes on after it.
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
  waiting.set(waiting.get().filter((one) => one !== asked));
  asked?.settle(again);
}

/** The person did what was asked: what waited is sent. */
export const confirmed = (kind?: Kind): void => close(true, kind);

/** The person does not: what waited fails with the server's own text. */
export const dismissed = (kind?: Kind): void => close(false, kind);

/**
 * Somebody signed in over the page. Only the same person may go on with what is open, also with what waited for her confirmation
 * below: a sign-in is one (spec 25.2.4). For another one the page is loaded anew, so that she sees nothing of it.
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

/** The administration ended the access: the page goes, and what was typed with it (spec 25.2.3). Never answers. */
function accessEnded(): Promise<boolean> {
  forgetInTab();
  location.replace(`${BASE}/entrar?encerrado=1`);
  return new Promise(() => undefined);
}

/** Answers of the server that a dialog settles (spec 25.2.3, 25.2.4). */
export async function keeper(error: ApiError): Promise<boolean> {
  if (error.code === 'STAFF_SESSION_OVER' && error.more.access === 'ended') return accessEnded();
  if (error.code === 'STAFF_SESSION_OVER') return ask({ kind: 'over', methods: [] });
  if (error.code === 'REAUTH_REQUIRED') {
    const methods = Array.isArray(error.more.methods) ? error.more.methods.map(String) : ['code'];
    return ask({ kind: 'confirm', methods });
  }
  // Whatever the ways in: a passkey confirms also where nobody signs in by it.
  if (error.code === 'STRONGER_SIGN_IN' && knowsPasskeys())
    return ask({ kind: 'stronger', methods: ['passkey'] });
  return false;
}
