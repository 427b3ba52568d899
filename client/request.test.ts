import { expect, it, vi } from 'vitest';
import { randomId } from './random-id.ts';
import { addressOf, contentOf, request } from './request.ts';

it('an address has its parameters filled in and no empty query values', () => {
  expect(addressOf('/a/{id}/b/{name}', { params: { id: 7, name: 'x/y' } })).toBe('/orbita/api/a/7/b/x%2Fy');
  const query = { page: 2, name: 'ã', none: undefined, empty: '', nil: null, no: false, zero: 0 };
  expect(addressOf('/a', { query })).toBe('/orbita/api/a?page=2&name=%C3%A3&no=false&zero=0');
  expect(addressOf('/a', {})).toBe('/orbita/api/a');
});

it('a form is sent as is, and any other body as JSON', async () => {
  const sent: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(init);
    return new Response(null, { status: 204 });
  });
  const post = { method: 'POST', headers: { 'x-a': '1' }, words: { offline: '', silent: '' } };
  const form = new FormData();
  for (const body of [{ a: 1 }, form, undefined])
    expect(await contentOf(await request('/a', { ...post, body }))).toBeUndefined();
  expect(sent.map(({ body, headers }) => [body, headers])).toEqual([
    ['{"a":1}', { 'x-a': '1', 'content-type': 'application/json' }],
    [form, { 'x-a': '1' }],
    [undefined, { 'x-a': '1' }],
  ]);
  vi.unstubAllGlobals();
});

it('a random id needs no secure context', () => {
  expect(randomId()).not.toBe(randomId());
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(10) });
  expect(randomId()).toBe('0a'.repeat(16));
  vi.unstubAllGlobals();
});
