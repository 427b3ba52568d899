import { call, keepSession } from './api.ts';
import { checkQuery } from './check.ts';
import { type Claims, claimsOf, endOf, stageOf } from './claims.ts';
import { forgetTexts, isLeaving, leave, leaveTo, never } from './leave.ts';
import { queryClient } from './query.ts';
import { serverNow } from './server-clock.ts';
import { clearSession, session } from './session.ts';
import { BASE } from './settings.ts';
import { claimTab, hearTabs, standing, tabsTalk, tellTabs } from './tab.ts';
import { tabAccess } from './tab-access.ts';
import { somethingTyped, watchTyping } from './typed.ts';

/** What the person is asked over the page: nothing, to go on, or to sign in again. */
export type Asking = 'nothing' | 'stay' | 'sign-in';

const LOOK_MS = 5000;
/** Who is busy on a page that calls nothing shows it to the server this often. */
const ALIVE_MS = 5 * 60_000;
/** Other tabs hear of it no more often than this. */
const TELL_MS = 60_000;

let asking: Asking = 'nothing';
const listeners = new Set<() => void>();
const waiting = new Set<() => void>();
let seenAt = 0;
let remembered = true;
let toldAt = Number.NEGATIVE_INFINITY;

export const askingNow = (): Asking => asking;
export const onAsking = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};
function ask(next: Asking): void {
  if (asking === next) return;
  asking = next;
  for (const listener of listeners) listener();
}

const claims = (): Claims | undefined => claimsOf(session.token());
/** Opened by a link of a message: nobody signed in here, so nobody can do it again. */
const byLink = (): boolean => tabAccess() !== undefined;

/** Full load for whoever is signed in now: nothing of the person before stays in memory. */
function openTheirs(): void {
  forgetTexts();
  leaveTo('/portal');
}

const here = (): string => location.pathname.slice(BASE.length) + location.search;

/**
 * The session is over. Where the page holds something typed, whoever sits there is asked to sign in over it, and the
 * promise resolves once she did; else the sign-in page is loaded, which goes on to `wanted`.
 */
export function signInAgain(wanted: string = here()): Promise<void> {
  if (isLeaving()) return never();
  if (byLink()) {
    leave();
    return never();
  }
  if (!somethingTyped()) {
    leave(wanted);
    return never();
  }
  remembered = claims()?.rem ?? remembered;
  clearSession();
  const answered = new Promise<void>((done) => waiting.add(done));
  ask('sign-in');
  return answered;
}

/** How the person had signed in here: what she is offered again. */
export const wasRemembered = (): boolean => remembered;

/** Somebody signed in: the same person goes on where she was, another one gets a page of her own. */
export function enteredAgain(): void {
  if (standing() !== 'mine') {
    openTheirs();
    return;
  }
  seenAt = serverNow();
  ask('nothing');
  for (const done of waiting) done();
  waiting.clear();
}

/** "Continuar": the token gets a new end, as far as the server gives one; else a new sign-in is asked for. */
export async function stay(): Promise<void> {
  await queryClient.fetchQuery({ ...checkQuery, staleTime: 0 });
  seenAt = serverNow();
  tellTabs('active');
  const known = claims();
  ask(known && stageOf(endOf(known, seenAt), seenAt) === 'fine' ? 'nothing' : 'sign-in');
}

/** Leaves without a way back: what was typed is given up. */
export function leaveForGood(): void {
  forgetTexts();
  leave();
}

/** The time is over: the server is told, and what the page shows is covered or left. */
async function end(): Promise<void> {
  await call('POST /platform/auth/signout', { timeoutMs: 5000, quiet: true }).catch(() => undefined);
  void signInAgain();
}

/** Follows what happened to the browser's session elsewhere. */
function settle(): void {
  const state = standing();
  if (state === 'other') openTheirs();
  else if (state === 'nobody' && asking !== 'sign-in') void signInAgain();
  else if (state === 'mine' && asking === 'sign-in' && session.token()) enteredAgain();
}

let ending = false;
function look(): void {
  const known = claims();
  if (known) remembered = known.rem;
  if (!known || byLink() || ending || asking === 'sign-in' || standing() !== 'mine') return;
  const now = serverNow();
  const stage = stageOf(endOf(known, tabsTalk ? seenAt : now), now);
  if (stage === 'over') {
    ending = true;
    void end().finally(() => {
      ending = false;
    });
  } else ask(stage === 'warning' ? 'stay' : 'nothing');
}

/** Typing and moving about count as being there, also where the page calls nothing. */
function alive(): void {
  const known = claims();
  if (asking !== 'nothing' || !known || known.rem || byLink() || serverNow() - seenAt < ALIVE_MS) return;
  seenAt = serverNow();
  void queryClient.fetchQuery({ ...checkQuery, staleTime: 0 }).catch(() => undefined);
}

const keeper = {
  before() {
    if (standing() === 'other') {
      openTheirs();
      return never<never>();
    }
    seenAt = serverNow();
    if (seenAt - toldAt > TELL_MS) {
      toldAt = seenAt;
      tellTabs('active');
    }
    return undefined;
  },
  async lost(sent: string | undefined) {
    if (standing() === 'other') {
      openTheirs();
      return never<boolean>();
    }
    const now = session.token();
    // Another tab renewed the token or signed in anew meanwhile.
    if (!now || now === sent) await signInAgain();
    return true;
  },
};

/**
 * Watches over the session of this tab: tells of its end five minutes before, lets people sign in over the page when
 * it ended while they typed, and follows what other tabs of the browser do (U12, S8).
 */
export function watchSession(): void {
  claimTab();
  seenAt = serverNow();
  watchTyping();
  keepSession(keeper);
  hearTabs((news) => {
    if (news === 'active') seenAt = serverNow();
    else if (news === 'left' && standing() === 'nobody') leaveForGood();
    else settle();
  });
  setInterval(look, LOOK_MS);
  for (const event of ['input', 'keydown', 'pointerdown'])
    addEventListener(event, alive, { capture: true, passive: true });
  addEventListener('focus', settle);
  addEventListener('pageshow', ({ persisted }) => persisted && settle());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    settle();
    look();
  });
}

/** Server time at which this session ends as things are, milliseconds since 1970. */
export function endsAt(): number {
  const known = claims();
  return known ? endOf(known, seenAt) : serverNow();
}
