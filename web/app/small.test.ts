import { uiTexts } from '@orbita/ui/texts.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeBrowser, fakeBrowser, tokenOf } from '../base/testing/browser.ts';

vi.mock('../base/settings.ts', () => ({
  BASE: '/orbita/candidate',
  settings: { build: 'b1', tenant: { alias: 'alfa', id: 'public-id' } },
}));

let browser: FakeBrowser;
const clock = { ms: 0 };
beforeEach(() => {
  vi.resetModules();
  browser = fakeBrowser(vi.stubGlobal, '/portal?key=secret');
  clock.ms = 1_000_000;
  vi.spyOn(performance, 'now').mockImplementation(() => clock.ms);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('leaving', () => {
  it('happens once; after 30 s a stopped load no longer blocks another one', async () => {
    const { isLeaving, leaveTo } = await import('../base/leave.ts');
    expect(isLeaving()).toBe(false);
    leaveTo('/portal');
    leaveTo('/profile');
    expect([isLeaving(), browser.loads]).toEqual([true, ['/orbita/candidate/portal']]);
    clock.ms += 29_999;
    expect(isLeaving()).toBe(true);
    clock.ms += 1;
    expect(isLeaving()).toBe(false);
    leaveTo('/profile');
    expect(browser.loads).toHaveLength(2);
  });
  it('is over when the person stays on the page or comes back to it', async () => {
    const { beginLeaving, isLeaving } = await import('../base/leave.ts');
    for (const [name, event, leaving] of [
      ['beforeunload', { defaultPrevented: false }, true],
      ['beforeunload', { defaultPrevented: true }, false],
      ['pageshow', { persisted: false }, true],
      ['pageshow', { persisted: true }, false],
    ] as const) {
      beginLeaving();
      browser.fire(name, event);
      expect([name, isLeaving()]).toEqual([name, leaving]);
    }
  });
  it('S8: removes session, cached answers and essay texts', async () => {
    browser.jar.set('accessToken', tokenOf({}));
    for (const name of ['essay:1', 'essay:2', 'other']) browser.store.set(name, 'x');
    const { forgetTexts, leave } = await import('../base/leave.ts');
    const { queryClient } = await import('../base/query.ts');
    queryClient.setQueryData(['x'], 1);
    leave('/profile');
    expect(browser.loads).toEqual(['/orbita/candidate/?redirectTo=%2Forbita%2Fcandidate%2Fprofile']);
    expect([browser.jar.size, queryClient.getQueryData(['x'])]).toEqual([0, undefined]);
    forgetTexts();
    expect([...browser.store.keys()]).toEqual(['other']);
    browser.state.closedStorage = true;
    expect(forgetTexts).not.toThrow();
  });
});

describe('a write whose answer was lost', () => {
  const answers: (() => Promise<Response>)[] = [];
  const keys: (string | undefined)[] = [];
  const cancel = async (reason = 'gave-up') => {
    const { call } = await import('../base/api.ts');
    return call('POST /candidate/subscriptions/{id}/cancellation', {
      params: { id: 5001 },
      body: { reason },
      institutionCode: 'CUA01',
    } as never).catch((error: unknown) => error); // reasons are a list, and any word will do here
  };
  const refused = (status: number) => async () =>
    Response.json({ code: 'X', message: 'Não.', traceId: 't' }, { status });
  const done = async () => Response.json({ status: 13 });
  const cut = async () => {
    throw new TypeError('Failed to fetch');
  };
  beforeEach(() => {
    keys.length = 0;
    vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) => {
      keys.push(headers['idempotency-key']);
      return answers.shift()?.();
    });
  });

  it('keeps its key until the server answers definitely', async () => {
    answers.push(cut, refused(503), done, done);
    for (const _ of [1, 2, 3, 4]) await cancel();
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('is a new one with other content, and after another answer', async () => {
    answers.push(cut, cut, refused(409), done);
    await cancel();
    await cancel('other');
    await cancel('other');
    await cancel();
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBe(keys[1]);
    expect(keys[3]).not.toBe(keys[0]);
  });
});

describe('errors of the page', () => {
  const report = async (error: unknown) => (await import('../base/error-reports.ts')).reportError(error);
  const sent = () => browser.asked.map(({ body }) => JSON.parse(body ?? ''));

  it('are reported with route and build, without the query', async () => {
    browser.state.answer = () => new Response(null, { status: 204, headers: { 'x-request-id': 'r1' } });
    const error = Object.assign(new TypeError('broke'), { stack: 's'.repeat(20_001) });
    expect(await report(error)).toBe('r1');
    expect(sent()).toEqual([
      { message: 'TypeError: broke', stack: 's'.repeat(20_000), route: '/portal', build: 'b1' },
    ]);
    expect(browser.asked[0]).toMatchObject({
      ...{ method: 'POST', path: '/orbita/api/candidate/telemetry/client-errors', keepalive: true },
      ...{ credentials: 'same-origin', headers: { 'content-type': 'application/json' } },
    });
  });
  it('are reported once each, and five at most', async () => {
    for (const at of [1, 1, 2, 3, 4, 5, 6]) await report(at);
    expect(sent().map(({ message }) => message)).toEqual(['1', '2', '3', '4', '5']);
    expect(sent()[0]).not.toHaveProperty('stack');
  });
  it('are truncated, and the start page is reported as /', async () => {
    browser.location.pathname = '/orbita/candidate';
    expect(await report('x'.repeat(2001))).toBeUndefined();
    expect(sent()).toEqual([{ message: 'x'.repeat(2000), route: '/', build: 'b1' }]);
  });
  it('are dropped when the report cannot be sent', async () => {
    browser.state.answer = () => Promise.reject(new Error('away'));
    expect(await report('x')).toBeUndefined();
  });
  it('do not include error answers, lost connections, aborted requests and skipped transitions', async () => {
    const { ApiError, NetworkError } = await import('@orbita/client/errors.ts');
    const named = (name: string, message = 'x') => Object.assign(new Error(message), { name });
    for (const error of [
      new ApiError(500, {}),
      new NetworkError(uiTexts),
      named('AbortError'),
      named('TimeoutError'),
      named('InvalidStateError', 'Transition was aborted'),
    ])
      await report(error);
    expect(browser.asked).toEqual([]);
    for (const error of [
      named('InvalidStateError', 'No Transition was there'),
      named('OtherError', 'Transition was aborted'),
      named('AbortErrors'),
      named('xTimeoutError'),
    ])
      await report(error);
    expect(browser.asked).toHaveLength(4);
  });
  it('include uncaught ones', async () => {
    (await import('../base/report-later.ts')).watchErrors();
    browser.fire('error', { error: new Error('one') });
    browser.fire('error', { error: undefined });
    browser.fire('unhandledrejection', { reason: 'two' });
    await vi.waitFor(() => expect(sent().map(({ message }) => message)).toEqual(['Error: one', 'two']));
  });
});

describe('tabs of one browser', () => {
  it('know whose session the browser has now', async () => {
    const { rememberTabOwner, sessionOwner } = await import('../base/tab.ts');
    const signedIn = (sub?: string) =>
      sub ? browser.jar.set('accessToken', tokenOf({ sub, exp: 1, rem: false })) : browser.jar.clear();
    signedIn('a');
    expect(sessionOwner()).toBe('mine');
    rememberTabOwner();
    const seen = ['a', 'b', undefined].map((sub) => {
      signedIn(sub);
      return sessionOwner();
    });
    expect(seen).toEqual(['mine', 'other', 'nobody']);
    rememberTabOwner();
    signedIn('b');
    expect(sessionOwner()).toBe('mine');
  });
  it("receive each other's messages where BroadcastChannel exists", async () => {
    const { onTabMessage, hasTabChannel, postToTabs } = await import('../base/tab-channel.ts');
    const received = vi.fn();
    onTabMessage(received);
    browser.receive('entered');
    postToTabs('left');
    expect([hasTabChannel, received.mock.calls, browser.posted]).toEqual([true, [['entered']], ['left']]);
    vi.resetModules();
    vi.stubGlobal('window', {});
    vi.stubGlobal('BroadcastChannel', undefined);
    const old = await import('../base/tab-channel.ts');
    old.onTabMessage(received);
    expect(() => old.postToTabs('left')).not.toThrow();
    expect([old.hasTabChannel, browser.posted]).toEqual([false, ['left']]);
  });
});

it('queries are retried twice with growing delays after a 5xx or a lost connection, never after a 4xx', async () => {
  const { queryClient } = await import('../base/query.ts');
  const { ApiError, NetworkError } = await import('@orbita/client/errors.ts');
  const { queries, mutations } = queryClient.getDefaultOptions();
  const retry = queries?.retry as (count: number, error: Error) => boolean;
  const delay = queries?.retryDelay as (attempt: number) => number;
  expect([0, 1, 2].map((count) => retry(count, new NetworkError(uiTexts)))).toEqual([true, true, false]);
  expect([400, 499, 500, 503].map((status) => retry(0, new ApiError(status, {})))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  const [least, most] = [0, 1].map((share) => {
    vi.spyOn(Math, 'random').mockReturnValue(share);
    return [0, 1, 2].map(delay);
  });
  vi.restoreAllMocks();
  expect([least, most]).toEqual([
    [800, 1600, 3200],
    [1200, 2400, 4800],
  ]);
  expect(queries).toMatchObject({ staleTime: 30_000, refetchOnWindowFocus: true, networkMode: 'always' });
  expect(mutations).toEqual({ networkMode: 'always' });
});

it('serverNow is the last server time plus the time elapsed since', async () => {
  const at = '2026-01-12T10:00:00.000Z';
  vi.stubGlobal('document', { querySelector: () => ({ content: at }) });
  const { setServerTime, serverNow } = await import('@orbita/client/server-clock.ts');
  clock.ms += 500;
  expect(new Date(serverNow()).toISOString()).toBe('2026-01-12T10:00:00.500Z');
  const answer = (time?: string) => new Response(null, { headers: time ? { 'x-server-time': time } : {} });
  setServerTime(answer('2026-01-12T11:00:00.000Z'));
  expect(new Date(serverNow()).toISOString()).toBe('2026-01-12T11:00:00.000Z');
  clock.ms += 1;
  expect(new Date(serverNow()).toISOString()).toBe('2026-01-12T11:00:00.001Z');
  for (const time of [undefined, 'soon']) setServerTime(answer(time));
  expect(new Date(serverNow()).toISOString()).toBe('2026-01-12T11:00:00.001Z');
});

describe('somethingTyped', () => {
  class Control {
    isConnected = true;
    value: string;
    kind: string;
    near: string;
    constructor(value: string, kind = 'input', near = '') {
      this.value = value;
      this.kind = kind;
      this.near = near;
    }
    matches = (selector: string) => selector.includes(this.kind) && !selector.includes(`type=${this.kind}`);
    closest = (selector: string) => (selector === this.near ? this : null);
  }
  const typed = async (...controls: unknown[]) => {
    vi.stubGlobal('Element', Control);
    const page = await import('../base/typed.ts');
    page.watchTyping();
    for (const target of controls) browser.fire('input', { target });
    return page.somethingTyped();
  };
  it('is true for text in a field of the page', async () => {
    expect(await typed()).toBe(false);
    expect(await typed(new Control('x', 'textarea'))).toBe(true);
  });
  it.each([
    ['an empty field', new Control('')],
    ['a field that is not kept', new Control('x', 'input', '[data-not-kept]')],
    ['a tick', new Control('x', 'checkbox')],
    ['a choice', new Control('x', 'radio')],
    ['something else', new Control('x', 'article')],
    ['nothing of the page', { value: 'x', isConnected: true }],
  ])('is false for %s', async (_what, control) => expect(await typed(control)).toBe(false));
  it('is false once the field is gone', async () => {
    const gone = new Control('x');
    expect(await typed(gone)).toBe(true);
    const { somethingTyped } = await import('../base/typed.ts');
    gone.isConnected = false;
    expect(somethingTyped()).toBe(false);
    gone.isConnected = true;
    expect(somethingTyped()).toBe(false);
  });
});

describe('a chunk that fails to load', () => {
  const fails = () => vi.fn(() => Promise.reject(new Error('gone')));
  const parts = async (typed: boolean) => {
    vi.doMock('../base/typed.ts', () => ({ somethingTyped: () => typed }));
    return { ...(await import('./chunk-ask.ts')), ...(await import('../base/chunk-reload.ts')) };
  };
  afterEach(() => vi.doUnmock('../base/typed.ts'));

  it('reloads the page, at most once a minute', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    const { chunk, partMissing, watchParts } = await parts(false);
    watchParts();
    void chunk(fails());
    await vi.waitFor(() => expect(browser.loads).toEqual(['reload']));
    await expect(chunk(fails())).rejects.toThrow('gone');
    clock.ms += 60_000;
    void chunk(fails());
    await vi.waitFor(() => expect(browser.loads).toEqual(['reload', 'reload']));
    expect(partMissing.get()).toBe(false);
  });
  it('throws while offline', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const { chunk } = await parts(false);
    await expect(chunk(fails())).rejects.toThrow('gone');
    expect(browser.loads).toEqual([]);
  });
  it('asks first when something is typed, and retries as often as the person wants', async () => {
    const { askLater, chunk, partMissing, tryPartsAgain, watchParts } = await parts(true);
    watchParts();
    const changes = vi.fn();
    const quiet = partMissing.watch(changes);
    const load = vi.fn().mockRejectedValueOnce(new Error('gone')).mockRejectedValueOnce(new Error('gone'));
    const work = chunk(load.mockResolvedValue('part'));
    await vi.waitFor(() => expect(partMissing.get()).toBe(true));
    askLater();
    expect(partMissing.get()).toBe(false);
    tryPartsAgain();
    await vi.waitFor(() => expect(partMissing.get()).toBe(true));
    tryPartsAgain();
    expect(await work).toBe('part');
    expect([load.mock.calls.length, browser.loads, changes.mock.calls.length]).toEqual([3, [], 4]);
    quiet();
    askLater();
    expect(changes).toHaveBeenCalledTimes(4);
  });
});
