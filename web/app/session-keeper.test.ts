import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeBrowser, fakeBrowser, tokenOf } from './testing/browser.ts';

const MINUTE = 60_000;
const now = vi.hoisted(() => ({ ms: 0, typed: false }));
vi.mock('./settings.ts', () => ({
  BASE: '/orbita/candidate',
  settings: { tenant: { alias: 'alfa', id: 'public-id' } },
}));
vi.mock('./server-clock.ts', () => ({ serverNow: () => now.ms }));
vi.mock('./typed.ts', () => ({ somethingTyped: () => now.typed, watchTyping: () => undefined }));

let browser: FakeBrowser;
let keeper: typeof import('./session-keeper.ts');
const START = 1_000 * MINUTE;
const GATE = '/orbita/candidate/?redirectTo=%2Forbita%2Fcandidate%2Fportal';
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
/** So long later on both clocks. */
const later = async (ms: number) => {
  now.ms += ms;
  await vi.advanceTimersByTimeAsync(5000);
};
const paths = () => browser.asked.map(({ method, path }) => `${method} ${path.replace('/orbita/api', '')}`);

describe('U12: the end of a session', () => {
  it('is announced five minutes before, and not a moment earlier', async () => {
    const changes = vi.fn();
    const quiet = keeper.onAsking(changes);
    await later(55 * MINUTE - 1);
    expect(keeper.askingNow()).toBe('nothing');
    await later(1);
    expect(keeper.askingNow()).toBe('stay');
    await later(1);
    expect(changes).toHaveBeenCalledTimes(1);
    quiet();
    expect(keeper.endsAt()).toBe(START + 60 * MINUTE);
  });

  it('S8: signs out, forgets everything and leaves, once', async () => {
    await later(60 * MINUTE);
    await later(1);
    expect(paths()).toEqual(['POST /platform/auth/signout']);
    expect(browser.loads).toEqual([GATE]);
    expect(browser.jar.has('accessToken')).toBe(false);
  });
  it('leaves too where the server is silent', async () => {
    browser.state.answer = () => Promise.reject(new Error('away'));
    await later(60 * MINUTE);
    expect(browser.loads).toEqual([GATE]);
  });
  it('is told over the page where something is typed, and the same person goes on', async () => {
    now.typed = true;
    await later(60 * MINUTE);
    expect([keeper.askingNow(), browser.loads, browser.jar.has('accessToken')]).toEqual([
      'sign-in',
      [],
      false,
    ]);
    const again = keeper.signInAgain();
    now.ms += MINUTE;
    signIn();
    keeper.enteredAgain();
    await expect(again).resolves.toBeUndefined();
    expect([keeper.askingNow(), keeper.endsAt()]).toEqual(['nothing', now.ms + 60 * MINUTE]);
  });
  it('another person gets a page of her own', async () => {
    now.typed = true;
    await later(60 * MINUTE);
    signIn('b');
    keeper.enteredAgain();
    expect(browser.loads).toEqual([PORTAL]);
  });
  it('comes with the token, where the person is remembered', async () => {
    await open('/portal', () => signIn('a', true, 120));
    await later(115 * MINUTE - 1);
    expect([keeper.askingNow(), keeper.wasRemembered()]).toEqual(['nothing', true]);
    await later(1);
    expect(keeper.askingNow()).toBe('stay');
  });
  it('asks nothing of a page that a link opened', async () => {
    await open('/subscriptions/12', () => {
      const token = tokenOf({ sub: 'l', exp: START / 1000 + 60, rem: false });
      browser.store.set('orbita.access', JSON.stringify({ token, uuid: 'u', subscriptionId: 12 }));
    });
    await later(120 * MINUTE);
    expect([keeper.askingNow(), browser.asked, browser.loads]).toEqual(['nothing', [], []]);
    void keeper.signInAgain('/portal');
    expect(browser.loads).toEqual(['/orbita/candidate/']);
  });
});

describe('going on', () => {
  it('by "Continuar": the server is asked, the other tabs are told', async () => {
    await later(55 * MINUTE);
    browser.state.answer = () => {
      signIn('a', false, 24 * 60);
      return Response.json({});
    };
    await keeper.stay();
    expect(paths()).toEqual(['GET /candidate/users/check/']);
    expect(browser.told.at(-1)).toBe('active');
    expect([keeper.askingNow(), keeper.endsAt()]).toEqual(['nothing', now.ms + 60 * MINUTE]);
  });
  it('asks to sign in where the server gives no more time', async () => {
    await open('/portal', () => signIn('a', false, 58));
    await later(55 * MINUTE);
    await keeper.stay();
    expect(keeper.askingNow()).toBe('sign-in');
  });
  it.each(['input', 'keydown', 'pointerdown'])(
    'by being busy: %s shows it to the server every five minutes at most',
    async (event) => {
      now.ms += 5 * MINUTE - 1;
      browser.happens(event);
      await vi.advanceTimersByTimeAsync(0);
      expect(paths()).toEqual([]);
      now.ms += 1;
      browser.happens(event);
      await vi.advanceTimersByTimeAsync(0);
      browser.happens(event);
      await vi.advanceTimersByTimeAsync(0);
      expect(paths()).toEqual(['GET /candidate/users/check/']);
      expect(keeper.endsAt()).toBe(now.ms + 60 * MINUTE);
    },
  );
  it('not by being busy while something is asked, nor where it is not needed', async () => {
    await later(56 * MINUTE);
    expect(keeper.askingNow()).toBe('stay');
    browser.happens('keydown');
    await vi.advanceTimersByTimeAsync(0);
    expect(paths()).toEqual([]);
    await open('/portal', () => signIn('a', true));
    now.ms += 10 * MINUTE;
    browser.happens('keydown');
    await vi.advanceTimersByTimeAsync(0);
    expect(paths()).toEqual([]);
    await open('/portal', () => undefined);
    now.ms += 10 * MINUTE;
    browser.happens('keydown');
    await vi.advanceTimersByTimeAsync(0);
    expect([paths(), keeper.endsAt()]).toEqual([[], now.ms]);
  });
  it('in another tab counts here', async () => {
    await later(54 * MINUTE);
    browser.hears('active');
    await later(5 * MINUTE);
    expect([keeper.askingNow(), keeper.endsAt()]).toEqual(['nothing', START + 114 * MINUTE]);
  });
});

describe('S8: what other tabs do', () => {
  it('somebody signed out there: this page leaves for good', () => {
    browser.store.set('essay:1', 'x');
    browser.hears('left');
    expect([browser.loads, browser.store.size]).toEqual([[], 1]);
    browser.jar.delete('accessToken');
    browser.hears('left');
    expect([browser.loads, browser.store.size]).toEqual([['/orbita/candidate/'], 0]);
  });
  it.each([
    ['focus', {}],
    ['pageshow', { persisted: true }],
    ['visibilitychange', {}],
  ])('another person signed in there: seen at %s', (event, detail) => {
    browser.store.set('essay:1', 'x');
    signIn('b');
    browser.happens(event, detail);
    expect([browser.loads, browser.store.size]).toEqual([[PORTAL], 0]);
  });
  it('is not looked at while nobody looks, nor at a page shown first', () => {
    signIn('b');
    browser.happens('pageshow', { persisted: false });
    browser.state.visible = 'hidden';
    browser.happens('visibilitychange');
    expect(browser.loads).toEqual([]);
  });
  it('nobody is signed in any more: the sign-in page, once', () => {
    browser.jar.delete('accessToken');
    browser.hears('entered');
    browser.happens('focus');
    expect(browser.loads).toEqual([GATE]);
  });
  it('somebody signed in again there: this page goes on', async () => {
    now.typed = true;
    browser.jar.delete('accessToken');
    browser.happens('focus');
    expect(keeper.askingNow()).toBe('sign-in');
    browser.happens('focus');
    expect(keeper.askingNow()).toBe('sign-in');
    signIn();
    browser.hears('entered');
    expect([keeper.askingNow(), browser.loads]).toEqual(['nothing', []]);
  });
});

describe('calls', () => {
  const call = async () => (await import('./api.ts')).call('GET /candidate/states');
  const settled = (work: Promise<unknown>) =>
    Promise.race([work, vi.advanceTimersByTimeAsync(10).then(() => 'waits')]);

  it('tell the other tabs once a minute that somebody is there', async () => {
    await call();
    await call();
    expect(browser.told).toEqual(['active']);
    now.ms += MINUTE;
    await call();
    expect(browser.told).toEqual(['active']);
    now.ms += 1;
    await call();
    expect(browser.told).toEqual(['active', 'active']);
    expect(keeper.endsAt()).toBe(now.ms + 60 * MINUTE);
  });
  it('are not made for another person than the page shows', async () => {
    signIn('b');
    expect(await settled(call())).toBe('waits');
    expect([browser.asked, browser.loads]).toEqual([[], [PORTAL]]);
  });
  const lost = () => Response.json({ code: 'UNAUTHENTICATED' }, { status: 401 });
  it('are made anew with a token that another tab renewed meanwhile', async () => {
    browser.state.answer = () => {
      if (browser.asked.length > 1) return Response.json(['x']);
      signIn('a', false, 25 * 60);
      return lost();
    };
    expect(await settled(call())).toEqual(['x']);
    expect(browser.loads).toEqual([]);
  });
  it('lead to the sign-in page where the token is lost, to a page of her own where it is of somebody else', async () => {
    browser.state.answer = lost;
    expect(await settled(call())).toBe('waits');
    expect(browser.loads).toEqual([GATE]);
    await open();
    browser.state.answer = () => {
      signIn('b');
      return lost();
    };
    expect(await settled(call())).toBe('waits');
    expect([browser.loads, browser.asked.length]).toEqual([[PORTAL], 1]);
  });
  it('go on after the person signed in again over the page', async () => {
    now.typed = true;
    browser.state.answer = () => (browser.asked.length > 1 ? Response.json(['x']) : lost());
    const work = call();
    await vi.advanceTimersByTimeAsync(10);
    expect(keeper.askingNow()).toBe('sign-in');
    signIn();
    keeper.enteredAgain();
    expect(await work).toEqual(['x']);
  });
});

it('an address of its own is kept for after the sign-in, with its query', async () => {
  await open('/tracking?subscription=7');
  void keeper.signInAgain();
  expect(browser.loads).toEqual([
    '/orbita/candidate/?redirectTo=%2Forbita%2Fcandidate%2Ftracking%3Fsubscription%3D7',
  ]);
  void keeper.signInAgain('/portal');
  keeper.leaveForGood();
  expect(browser.loads).toHaveLength(1);
});
