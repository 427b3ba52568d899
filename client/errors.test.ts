import { expect, it, vi } from 'vitest';
import { ApiError, NetworkError, refusalOf, textOf } from './errors.ts';
import { isFinal } from './final.ts';
import { pauseBefore } from './query-cache.ts';

const DOWN = 'Sistema indisponível. Tente mais tarde.';
const words = { offline: 'Sem conexão.', silent: 'Sem resposta.' };

it('a refusal whose body breaks off is still a refusal', async () => {
  const page = new ReadableStream({ start: (way) => way.error(new Error('broken off')) });
  const refusal = new Response(page, {
    status: 422,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
  expect(await refusalOf(refusal)).toMatchObject({ status: 422, code: 'HTML', more: { html: '' } });
});

it('textOf shows the text of a refusal, and a general text for a server fault', () => {
  expect(textOf(new ApiError(422, { message: 'Errado.' }))).toBe('Errado.');
  expect(textOf(new ApiError(499, { message: 'Errado.' }))).toBe('Errado.');
  expect(textOf(new ApiError(500, { message: 'at line 3' }))).toBe(DOWN);
  expect(textOf(new ApiError(500, { message: 'at line 3' }), 'Não foi.')).toBe('Não foi.');
  for (const [onLine, text] of [
    [false, 'Sem conexão.'],
    [true, 'Sem resposta.'],
  ] as const) {
    vi.stubGlobal('navigator', { onLine });
    expect(textOf(new NetworkError(words))).toBe(text);
  }
  vi.unstubAllGlobals();
  expect([textOf(new Error('x')), textOf(undefined, 'Não foi.')]).toEqual([DOWN, 'Não foi.']);
});

it('a BUSY refusal shows what to do, and when to retry', async () => {
  const message = 'Tente de novo em alguns segundos.';
  const refusal = await refusalOf(
    Response.json({ code: 'BUSY', message }, { status: 503, headers: { 'retry-after': '6' } }),
  );
  expect([textOf(refusal), refusal.retryAfter]).toEqual([message, 6]);
  expect(new ApiError(503, { code: 'UNAVAILABLE' }).retryAfter).toBe(0);
  expect([0, 1].map((attempt) => pauseBefore(attempt, refusal, () => 0))).toEqual([6_000, 6_000]);
  expect(pauseBefore(0, refusal, () => 1)).toBe(9_000);
  expect(pauseBefore(0, new ApiError(503, {}, 86_400), () => 0)).toBe(30_000);
  expect([0, 1].map((attempt) => pauseBefore(attempt, new Error('x'), () => 0))).toEqual([800, 1_600]);
});

it('an answer about rate limits, sessions or outages is not final', () => {
  const final = (status: number) => isFinal(new ApiError(status, {}));
  expect([400, 403, 404, 409, 410, 422].filter(final)).toEqual([400, 403, 404, 409, 410, 422]);
  expect([401, 408, 425, 429, 500, 503].filter(final)).toEqual([]);
  expect([new NetworkError(words), new Error('x'), undefined].filter(isFinal)).toEqual([]);
});
