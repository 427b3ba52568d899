import { type CallKey, callOf, calls } from '@orbita/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loseNextAnswer } from '../testing/answer-lost.ts';
import { fingerprint, touched } from '../testing/fingerprint.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { exampleOf, expectRefusal, make } from '../testing/misuse.ts';
import { operationsCalls } from '../testing/operations-calls.ts';
import { CANDIDATE_01 } from '../testing/people.ts';
import { ready } from '../testing/ready.ts';
import { type Whole, wholePerson } from '../testing/whole.ts';

/** A stored answer would keep a secret that is shown once and kept nowhere: these are done again. */
const SHOWS_A_SECRET = (Object.keys(calls) as CallKey[]).filter((key) => callOf(key).showsSecret);
/** Changes nothing, or nothing more: the same is answered without a store. */
const SAME_AGAIN: readonly CallKey[] = [
  'POST /operations/catalogue/plan',
  'POST /operations/subscriptions/search',
  'DELETE /operations/tokens/{id}',
];
/** Of several transactions: a repeat finds what the first one did, and goes on from there. */
const IN_STEPS: readonly CallKey[] = [
  'POST /operations/catalogue/apply',
  'POST /operations/schedules/{hourId}/results',
  'POST /operations/schedules/{hourId}/cancel',
  'POST /operations/payments/{id}/refund',
  // The tenant stands empty until its catalogue does.
  'POST /operations/tenants/catalogue',
];
const writes = (Object.keys(calls) as CallKey[]).filter(
  (key) =>
    callOf(key).auth === 'service' &&
    callOf(key).scope !== 'test' &&
    !key.startsWith('GET ') &&
    !SHOWS_A_SECRET.includes(key),
);

let harness: Harness;
let alfa: Whole;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  alfa = await wholePerson(harness, CANDIDATE_01);
});
afterAll(() => harness?.stop());

const told = ({ body }: { body: unknown }) => ({ ...(body as object), traceId: undefined });

it.each(writes)('R1 R16: %s with one Idempotency-Key happens once or not at all (spec 17.1)', async (key) => {
  const sent = { ...(await ready(harness, key, alfa)), headers: { 'idempotency-key': `once ${key}` } };
  await loseNextAnswer(harness.house);
  const before = await fingerprint(harness.house);
  if (!SAME_AGAIN.includes(key)) expect((await make(harness.operations, key, sent)).status).toBe(500);
  if (!IN_STEPS.includes(key)) expect(touched(before, await fingerprint(harness.house))).toEqual([]);
  const first = await make(harness.operations, key, sent);
  expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
  const between = await fingerprint(harness.house);
  const second = await make(harness.operations, key, sent);
  expect([second.status, told(second)]).toEqual([first.status, told(first)]);
  expect(touched(between, await fingerprint(harness.house))).toEqual([]);
});

it('R3: a stored answer is not for a token of another institution', async () => {
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

it('an access key asked for again with one Idempotency-Key is not written to the candidate again', async () => {
  const key = 'POST /operations/subscriptions/{id}/access-keys';
  const ask = (ttlDays: number) =>
    make(harness.operations, key, {
      params: { id: alfa.subscriptionId },
      body: { purpose: 'continue', ttlDays, notify: true },
      headers: { 'idempotency-key': 'told once' },
    });
  const told = async () => {
    const { body } = await harness.operations.call('GET /operations/notifications', {
      query: { subscriptionId: alfa.subscriptionId, pageSize: 100 },
    });
    return body.data.filter(({ template }) => template === 'N-05').length;
  };
  const before = await told();
  expect((await ask(7)).status).toBe(201);
  const after = await told();
  expect(after).toBeGreaterThan(before);
  expect((await ask(7)).status).toBe(201);
  expect(await told()).toBe(after);
  expectRefusal(await ask(8), key, 409, 'IDEMPOTENCY_CONFLICT');
});
