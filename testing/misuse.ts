import { randomUUID } from 'node:crypto';
import { type CallKey, callOf } from '@orbita/protocol';
import { addressOf, type ErrorCode, errorCatalogue, errorEnvelope } from '@orbita/protocol/foundation';
import { expect } from 'vitest';
import { JPEG } from './bodies.ts';
import type { CallExample } from './candidate-calls.ts';
import type { FullPerson } from './full-person.ts';
import type { Client, Harness, Response } from './harness.ts';

export type Sent = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  raw?: string;
  headers?: Record<string, string>;
};

/** The request of an example, as a person sends it about their own records. */
export const exampleOf = (example: CallExample, of: FullPerson): Sent => ({
  params: { ...example.params?.(of), ...example.free?.(of) },
  query: example.query?.(of) ?? {},
  body: example.body?.(of),
  headers: example.headers?.(of) ?? {},
});

/** Makes a call, with a new idempotency key unless the headers contain one (empty = none). */
export function make(client: Client, key: CallKey, sent: Sent): Promise<Response> {
  const call = callOf(key);
  const { method, path } = addressOf(key);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(sent.params?.[name] ?? name));
  const query = new URLSearchParams(Object.entries(sent.query ?? {}).map(([k, v]) => [k, String(v)]));
  const fresh: Record<string, string> = call.idempotent ? { 'idempotency-key': randomUUID() } : {};
  const headers = { ...fresh, ...sent.headers };
  if (!headers['idempotency-key']) delete headers['idempotency-key'];
  const address = `/orbita/api${filled}${query.size ? `?${query}` : ''}`;
  if (call.multipart && sent.raw === undefined) {
    const form = new FormData();
    for (const [field, value] of Object.entries(sent.body ?? {})) form.set(field, String(value));
    form.set('file', new File([new Uint8Array(JPEG)], 'foto.jpg', { type: 'image/jpeg' }));
    return client.send(method, address, { headers, form });
  }
  if (call.bodyType && sent.raw === undefined) {
    const typed = { ...headers, 'content-type': call.bodyType };
    return client.send(method, address, { headers: typed, raw: 'bytes' });
  }
  return client.send(method, address, {
    headers,
    ...(sent.raw === undefined ? {} : { raw: sent.raw }),
    ...(sent.raw === undefined && sent.body !== undefined ? { body: sent.body } : {}),
  });
}

/** Checks the error envelope of spec 2.3: code, text, and the request id that is also in the header. */
export function expectRefusal(
  answer: Response,
  what: string,
  status?: number | readonly number[],
  code?: string,
) {
  const outcome = `${what}: ${answer.status} ${JSON.stringify(answer.body)}`;
  const wanted = status === undefined ? undefined : [status].flat();
  if (wanted) expect(wanted, outcome).toContain(answer.status);
  expect(answer.status, outcome).toBeGreaterThanOrEqual(400);
  expect(answer.status, outcome).toBeLessThan(500);
  if (answer.status === 401)
    expect(answer.headers.get('www-authenticate'), outcome).toMatch(/^Bearer realm="orbita"/);
  // An answer to HEAD announces a body's length but has no body.
  if (answer.body === '' && Number(answer.headers.get('content-length')) > 0) return;
  if (answer.headers.get('content-type')?.startsWith('text/html')) return expectHtml(answer, outcome, code);
  const body = errorEnvelope.safeParse(answer.body);
  expect(body.success, outcome).toBe(true);
  expect(body.data?.message.length, outcome).toBeGreaterThan(0);
  expect(answer.headers.get('x-request-id'), outcome).toBe(body.data?.traceId);
  if (code) expect(body.data?.code, outcome).toBe(code);
}

/** The only call that refuses in HTML contains nothing but texts of the catalogue (spec 7.5). */
function expectHtml({ body, headers }: Response, outcome: string, code: string | undefined) {
  expect(String(body), outcome).toMatch(/^(<p>[^<]+<\/p>)+$/);
  expect(headers.get('x-request-id'), outcome).toBeTruthy();
  if (code) expect(String(body), outcome).toContain(errorCatalogue[code as ErrorCode].text);
}

/** The same browser with another host, or without one of its two proofs. */
export function stolen(
  harness: Harness,
  of: FullPerson,
  change: { host?: string; token?: string | undefined; cookies?: boolean } = {},
): Client {
  const client = harness.visitor(change.host ?? of.host);
  client.token = 'token' in change ? change.token : of.client.token;
  if (change.cookies !== false)
    for (const [name, value] of of.client.cookies) client.cookies.set(name, value);
  return client;
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Every variant of `value` with one leaf replaced by a result of `other`. */
export function* mutations(value: Json, other: (leaf: Json) => readonly Json[]): Generator<Json> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const changed of mutations(item, other)) yield value.with(index, changed);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value))
      for (const changed of mutations(item, other)) yield { ...value, [name]: changed };
  } else yield* other(value);
}

/** Numbers in place of texts. */
export const numbersForTexts = (leaf: Json): readonly Json[] => (typeof leaf === 'string' ? [12_345] : []);

/** Values that no form sends: other types, numbers at the limits of every engine, texts the database cannot store. */
export const strangeLeaves = (leaf: Json): readonly Json[] =>
  typeof leaf === 'string'
    ? ['', 'a\u0000b\ud800', "x'; --".repeat(10_000), [leaf]]
    : [-1, 0.5, 2_147_483_648, 9_007_199_254_740_991, 1e20, [leaf]];

/** Ids that cannot exist. */
export const ABSURD = [
  '0',
  '-1',
  '1e20',
  'abc',
  '1.5',
  '99999999999999999999',
  '%00',
  '%F0%9F%98%80',
  "1'--",
];
