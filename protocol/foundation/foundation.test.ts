import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  day,
  errorCatalogue,
  errorEnvelope,
  fieldErrorsOf,
  isoDateTime,
  money,
  pageQuery,
  typed,
} from './index.ts';

/** Words that occur in every other English sentence and in no Portuguese one. */
const ENGLISH =
  /\b(?:the|is|are|of|to|you|your|and|not|this|that|with|please|cannot|must|has|have|already)\b/i;

describe('error catalogue', () => {
  const entries = Object.entries(errorCatalogue);

  it.each(entries)('%s has a status and a sentence', (code, { status, text }) => {
    expect(code).toMatch(/^[A-Z][A-Z_]*[A-Z]$/);
    expect([400, 401, 402, 403, 404, 408, 409, 410, 412, 413, 415, 422, 429, 500, 503]).toContain(status);
    expect(text.trim()).toBe(text);
    expect(text).toMatch(/^[A-ZÀ-Ý].*[.?!]$/u);
    expect(text).not.toMatch(ENGLISH);
  });

  it('keeps the extra keys of an error', () => {
    const error = { code: 'OPEN_CHARGE', message: 'Aberto.', traceId: 't', paymentId: 8001 };
    expect(errorEnvelope.parse(error)).toEqual(error);
    expect(errorEnvelope.safeParse({ ...error, code: 'NO_SUCH_CODE' }).success).toBe(false);
  });
});

describe('shapes', () => {
  it('money has at most two decimals', () => {
    for (const right of [0, 360, 0.1, 19.99, 1234567.89, 0.07, 1.1, 4.35]) {
      expect(money.safeParse(right).success).toBe(true);
    }
    expect(money.safeParse(1.001).success).toBe(false);
    expect(money.safeParse('1').success).toBe(false);
  });

  it('instants have an offset and days do not', () => {
    expect(isoDateTime.safeParse('2026-01-12T10:00:00-03:00').success).toBe(true);
    expect(isoDateTime.safeParse('2026-01-12T13:00:00.000Z').success).toBe(true);
    expect(isoDateTime.safeParse('2026-01-12T10:00:00').success).toBe(false);
    expect(day.safeParse('2026-01-12').success).toBe(true);
    expect(day.safeParse('2026-01-12T10:00:00Z').success).toBe(false);
  });
  it.each([
    ['1899-12-31T21:00:00-03:00', true],
    ['1899-12-31T23:59:59Z', false],
    ['1900-01-01T00:00:00+03:00', false],
    ['2199-12-31T20:59:59-03:00', true],
    ['2199-12-31T21:00:00-03:00', false],
    ['2026-02-29T10:00:00Z', false],
  ])('compares %s by its instant, however it is written', (text, good) => {
    expect(isoDateTime.safeParse(text).success).toBe(good);
  });

  it('pages begin at 1 and hold at most 100', () => {
    const query = z.object(pageQuery);
    expect(query.parse({ page: '2', pageSize: '100' })).toEqual({ page: 2, pageSize: 100 });
    expect(query.safeParse({ pageSize: '101' }).success).toBe(false);
    expect(query.safeParse({ page: '0' }).success).toBe(false);
    expect(query.parse({})).toEqual({});
  });
});

describe('errors of a shape', () => {
  it('name the field and describe the problem in the shared texts', () => {
    const body = z.object({ name: typed(5), age: z.number(), inner: z.object({ x: typed() }) });
    const result = body.safeParse({ name: 'too long', age: 'x', inner: {} }, { reportInput: true });
    expect(fieldErrorsOf(result.error as z.ZodError)).toEqual([
      { field: 'name', message: 'Máximo de 5 caracteres.' },
      { field: 'age', message: 'Valor inválido.' },
      { field: 'inner.x', message: 'Obrigatório.' },
    ]);
  });
});
