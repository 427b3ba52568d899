import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeBrowser, fakeBrowser, tokenOf } from './testing/browser.ts';

vi.mock('./settings.ts', () => ({
  BASE: '/orbita/candidate',
  settings: { tenant: { alias: 'alfa', id: 'public-id' } },
}));

let browser: FakeBrowser;
let api: typeof import('./api.ts');
let NetworkError: typeof import('@orbita/client/errors.ts').NetworkError;
beforeEach(async () => {
  vi.resetModules();
  browser = fakeBrowser(vi.stubGlobal);
  browser.jar.set('accessToken', tokenOf({ jti: 'one' }));
  api = await import('./api.ts');
  ({ NetworkError } = await import('@orbita/client/errors.ts'));
});
afterEach(() => vi.unstubAllGlobals());
const refuses = (status: number, body: unknown) => {
  browser.state.answer = () => Response.json(body, { status });
};
const STATES = 'GET /candidate/states';
const DOWN = 'Sistema indisponível. Tente mais tarde.';

describe('a call', () => {
  it('goes to its address with the headers of tenant and person', async () => {
    browser.state.answer = () => Response.json([{ id: 1 }]);
    expect(await api.call(STATES)).toEqual([{ id: 1 }]);
    expect(browser.asked).toHaveLength(1);
    expect(browser.asked[0]).toMatchObject({
      ...{ method: 'GET', path: '/orbita/api/candidate/states', credentials: 'same-origin' },
      headers: {
        'x-tenant-alias': 'alfa',
        'x-tenant-id': 'public-id',
        authorization: `Bearer ${tokenOf({ jti: 'one' })}`,
      },
    });
    expect(browser.asked[0]).not.toHaveProperty('body');
    expect(browser.asked[0]?.headers).not.toHaveProperty('content-type');
  });

  it('sends a body as JSON, and the idempotency key', async () => {
    browser.state.answer = () => new Response(null, { status: 204 });
    const body = { a: 1 } as never;
    expect(
      await api.call('POST /platform/auth/signout' as never, { body, idempotencyKey: 'k' } as never),
    ).toBe(undefined);
    expect(browser.asked[0]).toMatchObject({ method: 'POST', body: '{"a":1}' });
    expect(browser.asked[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'k',
    });
  });

  it('omits headers without a value', () => {
    browser.jar.clear();
    expect(api.headers()).toEqual({ 'x-tenant-alias': 'alfa', 'x-tenant-id': 'public-id' });
    expect(api.headers({ institutionCode: 'EPA01', allInstitutions: true })).toMatchObject({
      ...{ 'x-institution-code': 'EPA01', 'institution-global-filter': 'false' },
    });
  });

  it('throws an error answer with its code, text, fields and trace id', async () => {
    refuses(422, {
      code: 'VALIDATION',
      message: 'Errado.',
      errors: [{ field: 'a', message: 'b' }],
      traceId: 't',
      id: 9,
    });
    await expect(api.call(STATES)).rejects.toMatchObject({
      ...{ name: 'Error', status: 422, code: 'VALIDATION', message: 'Errado.', traceId: 't' },
      fields: [{ field: 'a', message: 'b' }],
      more: { id: 9 },
    });
  });
  it('throws a general error when the answer is not an error envelope', async () => {
    browser.state.answer = () => new Response('x', { status: 502 });
    await expect(api.call(STATES)).rejects.toMatchObject({
      ...{ status: 502, code: 'UNAVAILABLE', message: DOWN, traceId: '', fields: [] },
    });
    refuses(500, { code: 1, message: 2, errors: 'x', traceId: 3 });
    await expect(api.call(STATES)).rejects.toMatchObject({ code: 'UNAVAILABLE', traceId: '', fields: [] });
    const html = { 'content-type': 'text/html; charset=utf-8' };
    browser.state.answer = () => new Response('<b>away</b>', { status: 503, headers: html });
    await expect(api.call(STATES)).rejects.toMatchObject({ code: 'HTML', more: { html: '<b>away</b>' } });
  });

  it('throws NetworkError when no answer comes, but the abort reason when the caller aborted', async () => {
    browser.state.answer = () => Promise.reject(new TypeError('fetch failed'));
    await expect(api.call(STATES)).rejects.toBeInstanceOf(NetworkError);
    const given = new AbortController();
    given.abort(new Error('given up'));
    browser.state.answer = () => Promise.reject(given.signal.reason);
    await expect(api.call(STATES, { signal: given.signal } as never)).rejects.toThrow('given up');
  });
  it('times out after 20 s unless the caller sets another limit', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout');
    await api.call(STATES);
    await api.call(STATES, { timeoutMs: 5 } as never);
    expect(limit.mock.calls).toEqual([[20_000], [5]]);
    limit.mockRestore();
  });
});

describe('a write whose answer was lost', () => {
  const keyOf = (n: number) => browser.asked[n]?.headers['idempotency-key'];
  const SIGN_UP = 'POST /platform/auth/signup/tenants/{tenant}';
  const signUp = (more: object) =>
    api.call(SIGN_UP, {
      params: { tenant: 'alfa' },
      body: { document: '1', password: 'a', captchaToken: 'one', ...more } as never, // only what the key depends on
    });

  it.each([
    ['a write of a candidate', 'POST /candidate/subscriptions', { a: 1 }, { a: 2 }],
    ['a sign-up', SIGN_UP, { document: '1', captchaToken: 'one' }, { document: '2', captchaToken: 'one' }],
    ...[
      'code/challenges/{challengeId}/verify',
      'password/reset-requests/{requestId}/verify',
      'password/reset',
      'proof',
    ].map((path): [string, string, object, object] => [
      path,
      `POST /platform/auth/${path}`,
      { code: 1 },
      { code: 2 },
    ]),
  ])('is repeated under its first key, unless it changed: %s', async (_what, key, body, other) => {
    const send = (sent: object) =>
      api.call(key as never, { params: { tenant: 'alfa' }, body: sent } as never); // calls of a table
    browser.state.answer = () => Promise.reject(new TypeError('fetch failed'));
    await expect(send(body)).rejects.toBeInstanceOf(NetworkError);
    refuses(503, { code: 'OUTCOME_UNKNOWN' });
    await expect(send(body)).rejects.toMatchObject({ status: 503 });
    await expect(send(other)).rejects.toMatchObject({ status: 503 });
    expect(keyOf(0)).toMatch(/^[0-9a-f]{32}$/);
    expect([keyOf(1), keyOf(2) === keyOf(0)]).toEqual([keyOf(0), false]);
    browser.state.answer = () => Response.json({ id: 1 });
    await send(body);
    await send(body);
    expect([keyOf(3), keyOf(4) === keyOf(0)]).toEqual([keyOf(0), false]);
  });

  it('is the same sign-up with another captcha, and another one with another password', async () => {
    browser.state.answer = () => Promise.reject(new TypeError('fetch failed'));
    for (const more of [{}, { captchaToken: 'two' }, { password: 'b' }])
      await expect(signUp(more)).rejects.toBeInstanceOf(NetworkError);
    expect([keyOf(1), keyOf(2) === keyOf(0)]).toEqual([keyOf(0), false]);
    expect(JSON.parse(String(browser.asked[1]?.body))).toMatchObject({ captchaToken: 'two' });
  });

  it('has no key at all where a repeat is judged anew', async () => {
    browser.state.answer = () => new Response(null, { status: 204 });
    await api.call('POST /platform/auth/signout');
    expect(keyOf(0)).toBeUndefined();
  });
});

describe('an ended session', () => {
  const lost = { code: 'UNAUTHENTICATED', message: 'x' };
  const keeper = (renews: boolean) => {
    const watch = { before: vi.fn(() => undefined), lost: vi.fn(async () => renews) };
    api.keepSession(watch);
    return watch;
  };

  it('is renewed, then the call is retried once', async () => {
    const watch = keeper(true);
    browser.state.answer = () =>
      browser.asked.length === 1 ? Response.json(lost, { status: 401 }) : Response.json(['x']);
    expect(await api.call(STATES)).toEqual(['x']);
    expect(watch.before).toHaveBeenCalledTimes(2);
    expect(watch.lost).toHaveBeenCalledExactlyOnceWith(
      tokenOf({ jti: 'one' }),
      expect.objectContaining({ status: 401 }),
    );
  });
  it('fails the call when it is not renewed, when nothing handles the session, and when the call is quiet', async () => {
    refuses(401, lost);
    await expect(api.call(STATES)).rejects.toMatchObject({ status: 401 });
    expect(browser.jar.has('accessToken')).toBe(true);
    const watch = keeper(false);
    await expect(api.call(STATES)).rejects.toMatchObject({ status: 401 });
    expect(watch.lost).toHaveBeenCalledTimes(1);
    await expect(api.call(STATES, { quiet: true } as never)).rejects.toMatchObject({ status: 401 });
    expect(watch.lost).toHaveBeenCalledTimes(1);
    expect(browser.asked).toHaveLength(3);
  });
  it.each([
    [403, 'FORBIDDEN'],
    [401, 'WRONG_PASSWORD'],
    [404, 'NOT_FOUND'],
    [422, 'UNAUTHENTICATED'],
  ])('is not assumed after %i %s', async (status, code) => {
    const watch = keeper(true);
    refuses(status, { code });
    await expect(api.call(STATES)).rejects.toMatchObject({ status, code });
    expect(watch.lost).not.toHaveBeenCalled();
    expect(browser.asked).toHaveLength(1);
  });
});

describe('an answer requested before the scripts loaded', () => {
  const path = '/orbita/api/candidate/states';
  /** Puts an early answer into the page, which arrived `ago` milliseconds before. */
  const early = (answer: Promise<Response>, ago = 0) => {
    const name = `${path} ${JSON.stringify(api.headers())}`;
    const arrived = answer.then((response) => ({ response, at: performance.now() - ago }));
    arrived.catch(() => undefined);
    vi.stubGlobal('window', { orbitaEarly: { [name]: arrived } });
  };

  it('is used once, and the server time counts from its arrival', async () => {
    const headers = { 'x-server-time': '2026-01-12T10:00:00.000Z' };
    early(Promise.resolve(Response.json([{ id: 1 }], { headers })), 60_000);
    browser.state.answer = () => Response.json([{ id: 2 }]);
    expect([await api.call(STATES), browser.asked.length]).toEqual([[{ id: 1 }], 0]);
    const { serverNow } = await import('@orbita/client/server-clock.ts');
    expect(serverNow()).toBeGreaterThanOrEqual(Date.parse('2026-01-12T10:01:00.000Z'));
    expect([await api.call(STATES), browser.asked.length]).toEqual([[{ id: 2 }], 1]);
  });

  it('with an ended session is renewed and requested again like any other', async () => {
    early(Promise.resolve(Response.json({ code: 'UNAUTHENTICATED' }, { status: 401 })));
    api.keepSession({ before: () => undefined, lost: async () => true });
    browser.state.answer = () => Response.json([{ id: 2 }]);
    expect([await api.call(STATES), browser.asked.length]).toEqual([[{ id: 2 }], 1]);
  });

  it('that failed is a lost connection', async () => {
    early(Promise.reject(new TypeError('Failed to fetch')));
    await expect(api.call(STATES)).rejects.toBeInstanceOf(NetworkError);
    expect(browser.asked).toHaveLength(0);
  });

  it('is not given to another person', async () => {
    early(Promise.resolve(Response.json([{ id: 1 }])));
    browser.jar.set('accessToken', tokenOf({ jti: 'two' }));
    browser.state.answer = () => Response.json([{ id: 2 }]);
    expect(await api.call(STATES)).toEqual([{ id: 2 }]);
  });
});
