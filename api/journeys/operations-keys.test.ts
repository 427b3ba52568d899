import { type CallKey, callOf, calls } from '@orbita/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fingerprint, touched } from '../testing/fingerprint.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { exampleOf, make } from '../testing/misuse.ts';
import { operationsCalls } from '../testing/operations-calls.ts';
import { CANDIDATE_01 } from '../testing/people.ts';
import { type Whole, wholePerson } from '../testing/whole.ts';

/** A stored answer would keep a secret that is shown once and kept nowhere: these are done again. */
const SHOWS_A_SECRET = (Object.keys(calls) as CallKey[]).filter((key) => callOf(key).showsSecret);
/** Made above all tenants, in one of which answers are kept; a repeat is told that the tenant is there. */
const ABOVE_TENANTS: readonly CallKey[] = ['POST /operations/tenants'];
const writes = (Object.keys(calls) as CallKey[]).filter(
  (key) =>
    callOf(key).auth === 'service' &&
    callOf(key).scope !== 'test' &&
    !key.startsWith('GET ') &&
    ![...SHOWS_A_SECRET, ...ABOVE_TENANTS].includes(key),
);

let harness: Harness;
let alfa: Whole;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  alfa = await wholePerson(harness, CANDIDATE_01);
});
afterAll(() => harness?.stop());

const told = ({ body }: { body: unknown }) => ({ ...(body as object), traceId: undefined });

it.each(writes)('%s with one Idempotency-Key happens once (spec 17.1)', async (key) => {
  const example = operationsCalls[key];
  if (!example) throw new Error(`${key} has no example`);
  const sent = { ...exampleOf(example, alfa), headers: { 'idempotency-key': `once ${key}` } };
  const first = await make(harness.operations, key, sent);
  const between = await fingerprint(harness.house);
  const second = await make(harness.operations, key, sent);
  expect([second.status, told(second)]).toEqual([first.status, told(first)]);
  expect(touched(between, await fingerprint(harness.house))).toEqual([]);
});

it('a stored answer is not for a token of another institution', async () => {
  const { body } = await harness.operations.call('POST /operations/tokens', {
    body: {
      name: 'Outra unidade',
      tenant: 'alfa',
      scopes: ['essays'],
      institutions: ['EPA01'],
      expiresAt: '2027-01-12T10:00:00-03:00',
    },
  });
  const stranger = harness.visitor('operations.test');
  stranger.headers = { authorization: `Bearer ${body.token}` };
  const key = 'PUT /operations/subscriptions/{id}/accommodations';
  const sent = {
    params: { id: alfa.subscriptionId },
    body: { essayExtraMinutes: 10, notes: null },
    headers: { 'idempotency-key': 'guessed' },
  };
  const own = await make(harness.operations, key, sent);
  expect((await make(stranger, key, sent)).status).toBe(404);
  // Nor does the refusal stand in the way of who may.
  expect((await make(harness.operations, key, sent)).status).toBe(own.status);
  expect(own.status).not.toBe(404);
});

it.each(SHOWS_A_SECRET)('%s is never answered from a store', async (key) => {
  const example = operationsCalls[key];
  if (!example) throw new Error(`${key} has no example`);
  const sent = { ...exampleOf(example, alfa), headers: { 'idempotency-key': `secret ${key}` } };
  const answers = [await make(harness.operations, key, sent), await make(harness.operations, key, sent)];
  expect(answers.map(({ status }) => status < 300)).toEqual([true, true]);
  expect(told(answers[0] ?? { body: {} })).not.toEqual(told(answers[1] ?? { body: {} }));
});
