import { serverNow } from '@orbita/client/server-clock.ts';
import { store } from '@orbita/client/store.ts';
import { call, keepSession } from './api.ts';
import { checkQuery } from './check.ts';
import { type Claims, claimsOf, endOf, stageOf } from './claims.ts';
import { forgetTexts, isLeaving, leave, leaveTo, never } from './leave.ts';
import { askProof } from './proof-ask.ts';
import { queryClient } from './query.ts';
import { clearSession, session } from './session.ts';
import { BASE } from './settings.ts';
import { rememberTabOwner, sessionOwner } from './tab.ts';
import { tabAccess } from './tab-access.ts';
import { hasTabChannel, onTabMessage, postToTabs } from './tab-channel.ts';
import { somethingTyped, watchTyping } from './typed.ts';

/** Which dialog is open over the page: none, "stay signed in?", or "sign in again". */
export type Asking = 'nothing' | 'stay' | 'sign-in';

const CHECK_MS = 5000;
/** How often activity on a page that makes no calls is reported to the server. */
const ACTIVITY_MS = 5 * 60_000;
/** How often activity is reported to the other tabs, at most. */
const BROADCAST_MS = 60_000;

/** What the page is asking right now. */
export const asking = store<Asking>('nothing');
const waiting = new Set<() => void>();
let seenAt = 0;
let remembered = true;
let broadcastAt = Number.NEGATIVE_INFINITY;

const claims = (): Claims | undefined => claimsOf(session.token());
/** True when an access-key link opened this page: there was no sign-in that could be repeated. */
const byLink = (): boolean => tabAccess() !== undefined;

/** Another person is signed in now: a full load of their portal removes the previous person's data from memory. */
function openPortalOfOther(): void {
  forgetTexts();
  leaveTo('/portal');
}

const here = (): string => location.pathname.slice(BASE.length) + location.search + location.hash;

/**
 * The session has ended. If something was typed, a dialog over the page asks the person to sign in, and the promise resolves
 * once they have; otherwise the sign-in page is loaded, which then returns to `wanted`.
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
  asking.set('sign-in');
  return answered;
}

/** Whether "Lembrar de mim" was on, the default of the dialog. */
export const wasRemembered = (): boolean => remembered;

/** Somebody signed in: the same person continues on this page, a different one gets their own portal. */
export function enteredAgain(): void {
  if (sessionOwner() !== 'mine') {
    openPortalOfOther();
    return;
  }
  seenAt = serverNow();
  asking.set('nothing');
  for (const done of waiting) done();
  waiting.clear();
}

/** "Continuar": the server extends the token if it still can; otherwise the person is asked to sign in again. */
export async function stay(): Promise<void> {
  await queryClient.fetchQuery({ ...checkQuery, staleTime: 0 });
  seenAt = serverNow();
  postToTabs('active');
  const known = claims();
  asking.set(known && stageOf(endOf(known, seenAt), seenAt) === 'fine' ? 'nothing' : 'sign-in');
}

/** Leaves for the sign-in page and discards what was typed. */
export function leaveForGood(): void {
  forgetTexts();
  leave();
}

/** The session's time is over: signs out on the server and asks the person to sign in again. */
async function end(): Promise<void> {
  await call('POST /platform/auth/signout', { timeoutMs: 5000, quiet: true }).catch(() => undefined);
  void signInAgain();
}

/** Adapts this tab to what other tabs did: signed out, signed in again, or signed in as another person. */
function followOtherTabs(): void {
  const state = sessionOwner();
  if (state === 'other') openPortalOfOther();
  else if (state === 'nobody' && asking.get() !== 'sign-in') void signInAgain();
  else if (state === 'mine' && asking.get() === 'sign-in' && session.token()) enteredAgain();
}

let ending = false;
function checkSession(): void {
  const known = claims();
  if (known) remembered = known.rem;
  if (!known || byLink() || ending || asking.get() === 'sign-in' || sessionOwner() !== 'mine') return;
  const now = serverNow();
  const stage = stageOf(endOf(known, hasTabChannel ? seenAt : now), now);
  if (stage === 'over') {
    ending = true;
    void end().finally(() => {
      ending = false;
    });
  } else asking.set(stage === 'warning' ? 'stay' : 'nothing');
}

/** Counts typing and pointing as activity, also on pages that make no calls. */
function recordActivity(): void {
  const known = claims();
  if (asking.get() !== 'nothing' || !known || known.rem || byLink() || serverNow() - seenAt < ACTIVITY_MS)
    return;
  seenAt = serverNow();
  void queryClient.fetchQuery({ ...checkQuery, staleTime: 0 }).catch(() => undefined);
}

const keeper = {
  before() {
    if (sessionOwner() === 'other') {
      openPortalOfOther();
      return never<never>();
    }
    seenAt = serverNow();
    if (seenAt - broadcastAt > BROADCAST_MS) {
      broadcastAt = seenAt;
      postToTabs('active');
    }
    return undefined;
  },
  async lost(sent: string | undefined) {
    if (sessionOwner() === 'other') {
      openPortalOfOther();
      return never<boolean>();
    }
    const now = session.token();
    // Until the guard has admitted a page, its calls lead to the same place as the guard (spec 4.2, rule 5).
    const opened = queryClient.getQueryData(checkQuery.queryKey) !== undefined;
    // If the token has changed, another tab renewed it or signed in: the call can be retried with the new one.
    if (!now || now === sent) await signInAgain(opened ? here() : '/portal');
    return true;
  },
  prove: askProof,
};

/**
 * Starts the session handling of this tab: it warns five minutes before the end, asks to sign in over the page when
 * the session ends while something is typed, and follows the other tabs of the browser (U12, S8).
 */
export function watchSession(): void {
  rememberTabOwner();
  seenAt = serverNow();
  watchTyping();
  keepSession(keeper);
  onTabMessage((message) => {
    if (message === 'active') seenAt = serverNow();
    else if (message === 'left' && sessionOwner() === 'nobody') leaveForGood();
    else followOtherTabs();
  });
  setInterval(checkSession, CHECK_MS);
  for (const event of ['input', 'keydown', 'pointerdown'])
    addEventListener(event, recordActivity, { capture: true, passive: true });
  addEventListener('focus', followOtherTabs);
  addEventListener('pageshow', ({ persisted }) => persisted && followOtherTabs());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    followOtherTabs();
    checkSession();
  });
}

/** Server time at which this session ends without further activity, milliseconds since 1970. */
export function endsAt(): number {
  const known = claims();
  return known ? endOf(known, seenAt) : serverNow();
}
