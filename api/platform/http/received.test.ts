import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Platform } from '../platform.ts';
import { isBounded, isBoundedText } from './bounded.ts';
import { calledAddress, isCanonical } from './canonical.ts';
import { AppError, invalid } from './errors.ts';
import { mayMeasure } from './measure.ts';
import { storableBody } from './storable.ts';

describe('an address', () => {
  it.each([
    '/',
    '/orbita/candidate/',
    '/orbita/api/candidate/states',
    "/a-b._~!$&'()*+,=:@9",
    '/a%20b%C3%A9%c3%a9',
    '/a%25%21%2a%2B%3A%40%5B%60%7B%7d%80',
    '/a?b=%2F%2e//;../%41',
    '/a?',
    '/.a/b../...',
  ])('is valid in its one spelling: %s', (target) => {
    expect(isCanonical(target, false)).toBe(true);
  });

  it.each([
    '',
    '?a=1',
    'orbita/candidate',
    'http://host.test/a',
    '//a',
    '/a//b',
    '/a/b//',
    '/a;b',
    '/a b',
    '/a\\b',
    '/é',
    '/./a',
    '/a/.',
    '/../a',
    '/a/..',
    '/a/../b',
    '/a%41',
    '/a%5A',
    '/a%61',
    '/a%7a',
    '/a%30',
    '/a%39',
    '/a%2d',
    '/a%2E',
    '/a%5f',
    '/a%7e',
    '/a%7F',
    '/a%00',
    '/a%0a',
    '/a%1F',
    '/a%',
    '/a%2',
    '/a%zz',
    '/a?b=%00',
    '/a?b#c',
    '/a#b',
    '/a%2fb',
    '/a%2Fb',
    '/a%5cb',
  ])('is refused in another spelling: %s', (target) => {
    expect(isCanonical(target, false)).toBe(false);
  });

  it('may contain an escaped slash only where the route takes values', () => {
    for (const target of ['/a%2fb', '/a%5Cb']) expect(isCanonical(target, true)).toBe(true);
    for (const target of ['/a%2eb', '/a/../b', '/a%00']) expect(isCanonical(target, true)).toBe(false);
  });

  it('is recorded as its route with its values, or as it was called without its query', () => {
    const of = (url: string | undefined, params: unknown, called = '/x?y=1?z') =>
      calledAddress({ url: called, params, routeOptions: { url } } as unknown as FastifyRequest);
    expect(of('/a/:id/b/:name', { id: '5', name: 'a/b é' })).toBe('/a/5/b/a%2Fb%20%C3%A9');
    expect(of('/a/:id', undefined)).toBe('/a/');
    expect(of(undefined, {})).toBe('/x');
    expect(of(undefined, {}, '?y')).toBe('');
  });
});

describe('a body', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

  it('has at most 20 levels', () => {
    expect(isBounded(nested(20))).toBe(true);
    expect(isBounded(nested(21))).toBe(false);
    expect(isBounded({ a: nested(19) })).toBe(true);
    expect(isBounded({ a: 1, b: { c: nested(19) } })).toBe(false);
  });

  it('has at most 20,000 values, on all levels together', () => {
    const list = (length: number) => Array.from({ length }, () => null);
    expect(isBounded(list(20_000))).toBe(true);
    expect(isBounded(list(20_001))).toBe(false);
    expect(isBounded([list(9_999), list(9_999)])).toBe(true);
    expect(isBounded([list(9_999), list(10_000)])).toBe(false);
  });

  it('S49 is measured by the characters of its text, before it is parsed', () => {
    for (const body of [
      nested(20),
      { a: nested(19) },
      Array(20_000).fill(null),
      { a: `[[{,${'"'.repeat(9)}` },
      ['\\', '\\"['],
      '',
      [],
    ])
      expect(isBoundedText(JSON.stringify(body))).toBe(true);
    expect(isBoundedText('['.repeat(8_000_000))).toBe(false);
    expect(isBoundedText(`[${'[],'.repeat(20_002)}1]`)).toBe(false);
    expect(isBoundedText(`{${'"a":1,'.repeat(20_002)}"b":1}`)).toBe(false);
    // Nothing inside a string counts, and an unterminated string ends the scan.
    expect(isBoundedText(`["${'[,'.repeat(1_000_000)}"]`)).toBe(true);
    expect(isBoundedText(`["${'\\\\'.repeat(1_000_000)}`)).toBe(true);
  });

  it('may be a single value', () => {
    for (const body of [null, undefined, 1, 'text', true, [], {}]) expect(isBounded(body)).toBe(true);
  });

  it.each([
    ['{"a":"x\\u0000y"}', { a: 'xy' }],
    ['{"a":["\\uD83C"]}', { a: ['\uFFFD'] }],
    ['{"a":{"b":"\\udF93"}}', { a: { b: '\uFFFD' } }],
    ['{"a":"\\ud83c\\udf93"}', { a: '🎓' }],
    ['[null,1,true,"\\u0000"]', [null, 1, true, '']],
    ['{"a\\u0000b":{"\\ud800":1}}', { ab: { '\ufffd': 1 } }],
  ])('%s is read as what the database can store', (text, body) => {
    expect(storableBody(text, JSON.parse(text))).toEqual(body);
  });

  it('without such characters is the object that was parsed', () => {
    const parsed = { a: 'é' };
    expect(storableBody('{"a":"\\u00e9"}', parsed)).toBe(parsed);
  });
});

describe('a refusal', () => {
  it('carries its status, its text and its details', () => {
    expect(new AppError('NOT_FOUND').envelope('t1')).toEqual({
      code: 'NOT_FOUND',
      message: new AppError('NOT_FOUND').message,
      traceId: 't1',
    });
    const errors = [{ field: 'a', message: 'b' }];
    const full = new AppError('VALIDATION', { errors, extra: { more: 1 }, message: 'Texto.' });
    expect([full.status, full.envelope('t2')]).toEqual([
      422,
      { code: 'VALIDATION', message: 'Texto.', errors, more: 1, traceId: 't2' },
    ]);
  });

  it('of fields needs a field', () => {
    expect(() => invalid([])).not.toThrow();
    expect(() => invalid([{ field: 'a', message: 'b' }])).toThrow(
      expect.objectContaining({ code: 'VALIDATION', errors: [{ field: 'a', message: 'b' }] }),
    );
  });
});

describe('metrics', () => {
  it.each([
    [true, undefined, undefined, true],
    [false, undefined, undefined, false],
    [false, undefined, 'Bearer undefined', false],
    [false, 'key', undefined, false],
    [false, 'key', 'key', false],
    [false, 'key', 'Bearer other', false],
    [false, 'key', 'Bearer key', true],
  ])('in development (%s), with the key %s and the header %s: %s', (development, metricsKey, header, may) => {
    expect(mayMeasure({ config: { development, metricsKey } } as unknown as Platform, header)).toBe(may);
  });
});
