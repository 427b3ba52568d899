import { ApiError, NetworkError } from '@orbita/client/errors.ts';
import { addressOf } from '@orbita/client/request.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { apiTexts } from '../texts/api.ts';
import { call, type Keeper, keepSession, lastAskedAt, openedFor, textOf } from './api.ts';

type Sent = { address: string; method: string; headers: Record<string, string>; body: unknown };

let sent: Sent[] = [];
let answers: (() => Response)[] = [];

beforeEach(() => {
  sent = [];
  answers = [];
  keepSession(async () => false);
  openedFor(undefined);
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push({
      address,
      method: init.method ?? '',
      headers: init.headers as Record<string, string>,
      body: init.body,
    });
    const answer = answers.shift();
    if (!answer) throw new TypeError('offline');
    return answer();
  });
});

const says = (status: number, body: unknown) => () => Response.json(body, { status });
const over = says(401, { code: 'STAFF_SESSION_OVER', message: 'Sua sessão terminou.' });
const confirm = says(403, { code: 'REAUTH_REQUIRED', message: 'Confirme.', methods: ['code'] });
const ended = () => new Response(null, { status: 204 });
const end = (more: object = {}) =>
  call('DELETE /operations/staff/{staffId}/sessions', { params: { staffId: 7 }, ...more });

describe('a call', () => {
  it('of a write carries the marker and a key of its own', async () => {
    answers = [ended, ended];
    await end();
    await end();
    expect(sent[0]).toMatchObject({
      address: '/orbita/api/operations/staff/7/sessions',
      method: 'DELETE',
      headers: { 'x-orbita-equipe': '1' },
    });
    // A request that announces a body and sends none is refused.
    expect(sent[0]?.headers).not.toHaveProperty('content-type');
    const keys = sent.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).not.toBe(keys[0]);
    expect(sent[0]?.headers).not.toHaveProperty('x-background');
  });

  it('announces its body, and leaves that of a form to the browser', async () => {
    answers = [says(202, {}), says(202, {})];
    const send = (body: unknown) =>
      call('POST /operations/staff/code/challenges', { body: body as { email: string } });
    await send({ email: 'a@b.test' });
    await send(new FormData());
    expect(sent[0]).toMatchObject({
      headers: { 'content-type': 'application/json' },
      body: '{"email":"a@b.test"}',
    });
    expect(sent[1]?.headers).not.toHaveProperty('content-type');
    expect(sent[1]?.body).toBeInstanceOf(FormData);
  });

  it('of a read has no key, and is marked when it runs in the background', async () => {
    answers = [says(200, { data: [] }), says(200, { data: [] })];
    await call('GET /operations/staff/me/sessions');
    await call('GET /operations/staff/me/sessions', { background: true });
    expect(sent[0]?.headers).toEqual({ 'x-orbita-equipe': '1' });
    expect(sent[1]?.headers).toEqual({ 'x-orbita-equipe': '1', 'x-background': '1' });
  });

  it('says for whom the page was opened, except where it asks whose session it is', async () => {
    openedFor(7);
    answers = [says(200, { data: [] }), says(200, {})];
    await call('GET /operations/staff/me/sessions');
    await call('GET /operations/staff/me');
    expect(sent.map(({ headers }) => headers['x-orbita-pessoa'])).toEqual(['7', undefined]);
    openedFor(undefined);
  });

  it('omits empty filters from the address', () => {
    expect(
      addressOf('/operations/staff', { query: { q: '', role: undefined, state: 'active', pageSize: 25 } }),
    ).toBe('/orbita/api/operations/staff?state=active&pageSize=25');
  });

  it("fails with the server's message, and distinguishes a lost connection", async () => {
    answers = [says(409, { code: 'LAST_ADMINISTRATOR', message: 'A instituição precisa…', traceId: 'abc' })];
    const refused = await end().catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 409, code: 'LAST_ADMINISTRATOR', traceId: 'abc' });
    expect(textOf(refused)).toBe('A instituição precisa…');
    const lost = await end().catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(NetworkError);
    expect(textOf(lost)).toBe('O sistema não respondeu. Tente de novo em instantes.');
    vi.stubGlobal('navigator', { onLine: false });
    expect(textOf(new NetworkError(apiTexts))).toBe('Você está sem conexão.');
    vi.unstubAllGlobals();
    expect(textOf(new ApiError(500, { message: 'stack' }))).toBe('Sistema indisponível. Tente mais tarde.');
  });
});

describe('a call whose session is over', () => {
  it.each([
    ['is repeated with the same key after sign-in', over],
    ['is repeated with the same key after a confirmation', confirm],
  ])('%s', async (_what, refusal) => {
    const asked: string[] = [];
    keepSession(async ({ code }) => asked.push(code) > 0);
    answers = [refusal, ended];
    await end();
    expect(asked).toHaveLength(1);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  it('may need both, one after the other', async () => {
    keepSession(async () => true);
    answers = [over, confirm, ended];
    await end();
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(sent).toHaveLength(3);
  });

  it('is repeated once for the same reason, and not at all when the person declines', async () => {
    const keeper = vi.fn<Keeper>(async () => true);
    keepSession(keeper);
    answers = [over, over];
    await expect(end()).rejects.toMatchObject({ code: 'STAFF_SESSION_OVER' });
    expect(keeper).toHaveBeenCalledTimes(1);
    keepSession(async () => false);
    answers = [confirm];
    await expect(end()).rejects.toMatchObject({ code: 'REAUTH_REQUIRED' });
  });

  it('says whether the person requested it', async () => {
    const keeper = vi.fn<Keeper>(async () => false);
    keepSession(keeper);
    for (const background of [true, false]) {
      answers = [confirm];
      await expect(end({ background })).rejects.toMatchObject({ code: 'REAUTH_REQUIRED' });
    }
    expect(keeper.mock.calls.map(([, background]) => background)).toEqual([true, false]);
  });

  it('asks nobody when the caller handles it', async () => {
    const keeper = vi.fn<Keeper>(async () => true);
    keepSession(keeper);
    answers = [over];
    await expect(end({ quiet: true })).rejects.toMatchObject({ status: 401 });
    expect(keeper).not.toHaveBeenCalled();
  });
});

describe('the time without input', () => {
  it('counts from when a call was sent, and background calls do not change it', async () => {
    const before = lastAskedAt();
    let arrive: (answer: Response) => void = () => undefined;
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (arrive = resolve)));
    const sentBy = performance.now();
    const slow = call('GET /operations/staff/me/sessions');
    await new Promise((later) => setTimeout(later, 30));
    const answeredAt = performance.now();
    arrive(Response.json({ data: [] }));
    await slow;
    expect(lastAskedAt()).toBeGreaterThan(before);
    expect(lastAskedAt() - sentBy).toBeLessThan(answeredAt - sentBy - 10);
    const counted = lastAskedAt();
    vi.stubGlobal('fetch', async () => Response.json({ data: [] }));
    await call('GET /operations/staff/me/sessions', { background: true });
    expect(lastAskedAt()).toBe(counted);
  });

  it('never goes back when a slow call is answered after a later one', async () => {
    const waiting: ((answer: Response) => void)[] = [];
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => waiting.push(resolve)));
    const first = call('GET /operations/staff/me/sessions');
    await new Promise((later) => setTimeout(later, 5));
    const second = call('GET /operations/staff/me/sessions');
    await vi.waitFor(() => expect(waiting).toHaveLength(2));
    waiting[1]?.(Response.json({ data: [] }));
    await second;
    const counted = lastAskedAt();
    waiting[0]?.(Response.json({ data: [] }));
    await first;
    expect(lastAskedAt()).toBe(counted);
  });
});
