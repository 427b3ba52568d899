import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeBrowser, fakeBrowser, tokenOf } from './testing/browser.ts';

const MINUTE = 60_000;
const now = vi.hoisted(() => ({ ms: 0, typed: false }));
vi.mock('./settings.ts', () => ({
  BASE: '/orbita/candidate',
  settings: { tenant: { alias: 'alfa', id: 'public-id' } },
}));
vi.mock('@orbita/client/server-clock.ts', () => ({
  setServerTime: () => undefined,
  serverNow: () => now.ms,
}));
vi.mock('./typed.ts', () => ({ somethingTyped: () => now.typed, watchTyping: () => undefined }));

let browser: FakeBrowser;
let keeper: typeof import('./session-keeper.ts');
const START = 1_000 * MINUTE;
const SIGN_IN = '/orbita/candidate/?redirectTo=%2Forbita%2Fcandidate%2Fportal';
const PORTAL = '/orbita/candidate/portal';
const signIn = (sub = 'a', rem = false, minutes = 24 * 60) =>
  browser.jar.set('accessToken', tokenOf({ sub, exp: (START + minutes * MINUTE) / 1000, rem }));

async function open(path = '/portal', before: () => void = () => signIn()) {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  now.ms = START;
  now.typed = false;
  browser = fakeBrowser(vi.stubGlobal, path);
  before();
  keeper = await import('./session-keeper.ts');
  keeper.watchSession();
}
beforeEach(() => open());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
/** Advances the server's time, and the timers by one check. */
const later = async (ms: number) => {
  now.ms += ms;
  await vi.advanceTimersByTimeAsync(5000);
};
const paths = () => browser.asked.map(({ method, path }) => `${method} ${path.replace('/orbita/api', '')}`);

describe('U12: the end of a session', () => {
  it('is preceded by a warning five minutes before, not earlier', async () => {
    const changes = vi.fn();
    const quiet = keeper.asking.watch(changes);
    await later(55 * MINUTE - 1);
    expect(keeper.asking.get()).toBe('nothing');
    await later(1);
    expect(keeper.asking.get()).toBe('stay');
    await later(1);
    expect(changes).toHaveBeenCalledTimes(1);
    quiet();
    expect(keeper.endsAt()).toBe(START + 60 * MINUTE);
    await keeper.stay();
    expect([keeper.asking.get(), changes.mock.calls.length]).toEqual(['nothing', 1]);
  });

  it('S8: signs out, removes the session and leaves, once', async () => {
    await later(60 * MINUTE);
    await later(1);
    expect(paths()).toEqual(['POST /platform/auth/signout']);
    expect(browser.loads).toEqual([SIGN_IN]);
    expect(browser.jar.has('accessToken')).toBe(false);
  });
  it('also leaves when the server does not answer', async () => {
    browser.state.answer = () => Promise.reject(new Error('away'));
    await later(60 * MINUTE);
    expect(browser.loads).toEqual([SIGN_IN]);
  });
  it('opens the sign-in dialog when something is typed, and the same person continues', async () => {
    now.typed = true;
    await later(60 * MINUTE);
    expect([keeper.asking.get(), browser.loads, browser.jar.has('accessToken')]).toEqual([
      'sign-in',
      [],
      false,
    ]);
    const again = keeper.signInAgain();
    now.ms += MINUTE;
    signIn();
    keeper.enteredAgain();
    await expect(again).resolves.toBeUndefined();
    expect([keeper.asking.get(), keeper.endsAt()]).toEqual(['nothing', now.ms + 60 * MINUTE]);
  });
  it('another person gets their own portal', async () => {
    now.typed = true;
    await later(60 * MINUTE);
    signIn('b');
    keeper.enteredAgain();
    expect(browser.loads).toEqual([PORTAL]);
  });
  it('comes with the token when "Lembrar de mim" is on', async () => {
    await open('/portal', () => signIn('a', true, 120));
    await later(115 * MINUTE - 1);
    expect([keeper.asking.get(), keeper.wasRemembered()]).toEqual(['nothing', true]);
    await later(1);
    expect(keeper.asking.get()).toBe('stay');
  });
  it('is not announced on a page opened by an access-key link', async () => {
    await open('/subscriptions/12', () => {
      const token = tokenOf({ sub: 'l', exp: START / 1000 + 60, rem: false });
      browser.store.set('orbita.access', JSON.stringify({ token, uuid: 'u', subscriptionId: 12 }));
    });
    await later(120 * MINUTE);
    expect([keeper.asking.get(), browser.asked, browser.loads]).toEqual(['nothing', [], []]);
    void keeper.signInAgain('/portal');
    expect(browser.loads).toEqual(['/orbita/candidate/']);
  });
});

describe('extending a session', () => {
  it('"Continuar" asks the server and informs the other tabs', async () => {
    await later(55 * MINUTE);
    browser.state.answer = () => {
      signIn('a', false, 24 * 60);
      return Response.json({});
    };
    await keeper.stay();
    expect(paths()).toEqual(['GET /candidate/users/check/']);
    expect(browser.posted.at(-1)).toBe('active');
    expect([keeper.asking.get(), keeper.endsAt()]).toEqual(['nothing', now.ms + 60 * MINUTE]);
  });
  it('"Continuar" asks to sign in when the server grants no more time', async () => {
    await open('/portal', () => signIn('a', false, 58));
    await later(55 * MINUTE);
    await keeper.stay();
    expect(keeper.asking.get()).toBe('sign-in');
    await later(0);
    expect(keeper.asking.get()).toBe('sign-in');
  });
  it.each(['input', 'keydown', 'pointerdown'])(
    'activity (%s) is reported to the server at most every five minutes',
    async (event) => {
      now.ms += 5 * MINUTE - 1;
      browser.fire(event);
      await vi.advanceTimersByTimeAsync(0);
      expect(paths()).toEqual([]);
      now.ms += 1;
      browser.fire(event);
      await vi.advanceTimersByTimeAsync(0);
      browser.fire(event);
      await vi.advanceTimersByTimeAsync(0);
      expect(paths()).toEqual(['GET /candidate/users/check/']);
      expect(keeper.endsAt()).toBe(now.ms + 60 * MINUTE);
    },
  );
  it('activity is not reported while a dialog is open, with a remembered session, or without one', async () => {
    await later(56 * MINUTE);
    expect(keeper.asking.get()).toBe('stay');
    browser.fire('keydown');
    await vi.advanceTimersByTimeAsync(0);
    expect(paths()).toEqual([]);
    await open('/portal', () => signIn('a', true));
    now.ms += 10 * MINUTE;
    browser.fire('keydown');
    await vi.advanceTimersByTimeAsync(0);
    expect(paths()).toEqual([]);
    await open('/portal', () => undefined);
    now.ms += 10 * MINUTE;
    browser.fire('keydown');
    await vi.advanceTimersByTimeAsync(0);
    expect([paths(), keeper.endsAt()]).toEqual([[], now.ms]);
  });
  it('activity in another tab counts here', async () => {
    await later(54 * MINUTE);
    browser.receive('active');
    await later(5 * MINUTE);
    expect([keeper.asking.get(), keeper.endsAt()]).toEqual(['nothing', START + 114 * MINUTE]);
  });
});

describe('S8: other tabs', () => {
  it('sign-out in another tab: this page leaves and discards typed text', () => {
    browser.store.set('essay:1', 'x');
    browser.receive('left');
    expect([browser.loads, browser.store.size]).toEqual([[], 1]);
    browser.jar.delete('accessToken');
    browser.receive('left');
    expect([browser.loads, browser.store.size]).toEqual([['/orbita/candidate/'], 0]);
  });
  it.each([
    ['focus', {}],
    ['pageshow', { persisted: true }],
    ['visibilitychange', {}],
  ])('sign-in of another person is noticed on %s', (event, detail) => {
    browser.store.set('essay:1', 'x');
    signIn('b');
    browser.fire(event, detail);
    expect([browser.loads, browser.store.size]).toEqual([[PORTAL], 0]);
  });
  it('is not checked on a hidden page, nor on the first pageshow', () => {
    signIn('b');
    browser.fire('pageshow', { persisted: false });
    browser.state.visible = 'hidden';
    browser.fire('visibilitychange');
    expect(browser.loads).toEqual([]);
  });
  it('without a session the sign-in page is loaded, once', () => {
    browser.jar.delete('accessToken');
    browser.receive('entered');
    browser.fire('focus');
    expect(browser.loads).toEqual([SIGN_IN]);
  });
  it('sign-in again in another tab closes the dialog here', async () => {
    now.typed = true;
    browser.jar.delete('accessToken');
    browser.fire('focus');
    expect(keeper.asking.get()).toBe('sign-in');
    browser.fire('focus');
    expect(keeper.asking.get()).toBe('sign-in');
    signIn();
    browser.receive('entered');
    expect([keeper.asking.get(), browser.loads]).toEqual(['nothing', []]);
  });
});

describe('calls', () => {
  const call = async () => (await import('./api.ts')).call('GET /candidate/states');
  const settled = (work: Promise<unknown>) =>
    Promise.race([work, vi.advanceTimersByTimeAsync(10).then(() => 'waits')]);

  it('report activity to the other tabs once a minute', async () => {
    await call();
    await call();
    expect(browser.posted).toEqual(['active']);
    now.ms += MINUTE;
    await call();
    expect(browser.posted).toEqual(['active']);
    now.ms += 1;
    await call();
    expect(browser.posted).toEqual(['active', 'active']);
    expect(keeper.endsAt()).toBe(now.ms + 60 * MINUTE);
  });
  it('are not made when another person than the page shows is signed in', async () => {
    signIn('b');
    expect(await settled(call())).toBe('waits');
    expect([browser.asked, browser.loads]).toEqual([[], [PORTAL]]);
  });
  const lost = () => Response.json({ code: 'UNAUTHENTICATED' }, { status: 401 });
  it('are retried with a token that another tab renewed', async () => {
    browser.state.answer = () => {
      if (browser.asked.length > 1) return Response.json(['x']);
      signIn('a', false, 25 * 60);
      return lost();
    };
    expect(await settled(call())).toEqual(['x']);
    expect(browser.loads).toEqual([]);
  });
  it('lead to the sign-in page when the token is invalid, and to the portal when it belongs to somebody else', async () => {
    browser.state.answer = lost;
    expect(await settled(call())).toBe('waits');
    expect(browser.loads).toEqual([SIGN_IN]);
    await open();
    browser.state.answer = () => {
      signIn('b');
      return lost();
    };
    expect(await settled(call())).toBe('waits');
    expect([browser.loads, browser.asked.length]).toEqual([[PORTAL], 1]);
  });
  it('S8: a file is not sent again with the token of another person', async () => {
    const { ApiError } = await import('@orbita/client/errors.ts');
    const { sessionRenewed } = await import('./api.ts');
    signIn('b');
    const again = sessionRenewed(new ApiError(401, { code: 'UNAUTHENTICATED' }), tokenOf({ sub: 'a' }));
    expect(await settled(again)).toBe('waits');
    expect(browser.loads).toEqual([PORTAL]);
  });
  it('are retried after the person signed in over the page', async () => {
    now.typed = true;
    browser.state.answer = () => (browser.asked.length > 1 ? Response.json(['x']) : lost());
    const work = call();
    await vi.advanceTimersByTimeAsync(10);
    expect(keeper.asking.get()).toBe('sign-in');
    signIn();
    keeper.enteredAgain();
    expect(await work).toEqual(['x']);
  });
});

it('the page to return to after sign-in keeps its query and its position', async () => {
  await open('/tracking?subscription=7#caminho');
  void keeper.signInAgain();
  expect(browser.loads).toEqual([
    '/orbita/candidate/?redirectTo=%2Forbita%2Fcandidate%2Ftracking%3Fsubscription%3D7%23caminho',
  ]);
  void keeper.signInAgain('/portal');
  keeper.leaveForGood();
  expect(browser.loads).toHaveLength(1);
});
