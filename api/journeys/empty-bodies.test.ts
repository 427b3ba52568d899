import { type CallKey, callOf, calls } from '@orbita/protocol';
import { addressOf } from '@orbita/protocol/foundation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FullPerson, fullPerson } from '../../testing/full-person.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../../testing/harness.ts';
import { UNKNOWN_ID } from '../../testing/operations-calls.ts';
import { CANDIDATE_01 } from '../../testing/people.ts';
import { rawRequest } from '../../testing/raw.ts';
import { sample } from '../../testing/sample.ts';

/** Programs of others name a type on every call, also where they send nothing; a proxy may make its length unknown. */
const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/octet-stream',
  'application/xml',
];
const LENGTHS: readonly [headers: Record<string, string>, body: string][] = [
  [{}, ''],
  [{ 'content-length': '0' }, ''],
  [{ 'transfer-encoding': 'chunked' }, '0\r\n\r\n'],
];
/** Of resumable uploads, whose bytes have a type of their own, which must be named. */
const keys = (Object.keys(calls) as CallKey[]).filter(
  (key) => !/^(GET|HEAD)/.test(key) && callOf(key).bodyType === undefined,
);

let harness: Harness;
let person: FullPerson;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  person = await fullPerson(harness, CANDIDATE_01);
});
afterAll(() => harness?.stop());

/** Needs no body, so that it would end the session of the calls after it. */
const SIGN_OUT: CallKey = 'POST /platform/auth/signout';
const identity = (key: CallKey): Record<string, string> => {
  const { auth } = callOf(key);
  if (auth === 'service') return { authorization: `Bearer ${OPERATIONS_TOKEN}`, 'x-tenant-alias': 'alfa' };
  if (auth !== 'candidate' || key === SIGN_OUT) return {};
  const cookies = [...person.client.cookies].map(([name, value]) => `${name}=${value}`);
  return { authorization: `Bearer ${person.client.token}`, cookie: cookies.join('; ') };
};

/** Status and code of a call that reaches no record; each limit counts it under an address of its own. */
async function outcome(key: CallKey, headers: Record<string, string>, body: string, from: number) {
  const { method, path } = addressOf(key);
  const target = `/orbita/api${path.replaceAll(/\{\w+\}/g, String(UNKNOWN_ID))}`;
  const { status, body: text } = await rawRequest(harness.url, target, {
    method,
    headers: {
      ...identity(key),
      ...(callOf(key).idempotent ? { 'idempotency-key': `empty-${key}` } : {}),
      'x-forwarded-host': person.host,
      'x-forwarded-for': `10.7.0.${from}`,
      ...headers,
    },
    ...(body ? { body } : {}),
  });
  return [status, /"code":"(\w+)"/.exec(text)?.[1]];
}

/** Every way to send nothing. */
const WAYS = TYPES.flatMap((type) => LENGTHS.map(([length, body]) => ({ type, length, body })));

it.each(keys)('%s answers an empty body with any content type like one without', async (key) => {
  let from = 1;
  const plain = await outcome(key, {}, '', from++);
  expect(plain[0]).toBeLessThan(500);
  for (const { type, length, body } of sample(WAYS, 7, keys.indexOf(key)))
    expect([type, length, await outcome(key, { 'content-type': type, ...length }, body, from++)]).toEqual([
      type,
      length,
      plain,
    ]);
});

it('a body with an unsupported content type is still refused', async () => {
  for (const type of TYPES.slice(3)) {
    const key = 'POST /operations/webhook-deliveries/replay';
    const answer = await outcome(key, { 'content-type': type, 'content-length': '2' }, '{}', 1);
    expect([type, ...answer]).toEqual([type, 400, 'MALFORMED']);
  }
});
