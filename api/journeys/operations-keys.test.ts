import { type CallKey, callOf, calls } from '@orbita/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fingerprint, touched } from '../../testing/fingerprint.ts';
import { type FullPerson, fullPerson } from '../../testing/full-person.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { loseNextAnswer } from '../../testing/lost-answer.ts';
import { exampleOf, expectRefusal, make } from '../../testing/misuse.ts';
import { operationsCalls } from '../../testing/operations-calls.ts';
import { CANDIDATE_01 } from '../../testing/people.ts';
import { ready } from '../../testing/ready.ts';
import { staffIn } from '../../testing/staff.ts';
import { until } from '../../testing/until.ts';

/** A stored answer would contain a secret that is shown only once, so these calls are executed again. */
const SHOWS_A_SECRET = (Object.keys(calls) as CallKey[]).filter(
  (key) => callOf(key).showsSecret && !callOf(key).person,
);
/** Calls without a further effect when repeated, so that no stored answer is needed. */
const SAME_AGAIN: readonly CallKey[] = [
  'POST /operations/catalogue/plan',
  'POST /operations/catalogue/edits/plan',
  'POST /operations/subscriptions/search',
  'POST /operations/search',
  'POST /operations/payments/search',
  'POST /operations/kept-records/search',
  'POST /operations/reminders/preview',
  'POST /operations/schedules/{hourId}/results-file',
  'POST /operations/message-templates/{template}/preview',
  'DELETE /operations/tokens/{id}',
  // A charge that nobody made is looked up, and the same address registered.
  'POST /operations/provider-checks',
  // The academic system is read again and the same is taken from it.
  'POST /operations/catalogue/academic/refresh',
];
/** Calls of several transactions: a repeat continues where the first stopped. */
const IN_STEPS: readonly CallKey[] = [
  'POST /operations/catalogue/apply',
  'POST /operations/schedules/{hourId}/results',
  'POST /operations/schedules/{hourId}/cancel',
  'POST /operations/payments/{id}/refund',
  'POST /operations/months/{id}/refund',
  'POST /operations/slip-returns',
  'POST /operations/subscriptions/{id}/exam-score',
  // The tenant is empty until its catalogue was applied.
  'POST /operations/tenants/catalogue',
];
const writes = (Object.keys(calls) as CallKey[]).filter(
  (key) =>
    callOf(key).auth === 'service' &&
    callOf(key).scope !== 'test' &&
    // People of the team make these; a token is refused whatever it sends.
    !callOf(key).person &&
    !key.startsWith('GET ') &&
    !SHOWS_A_SECRET.includes(key),
);

let harness: Harness;
let alfa: FullPerson;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  alfa = await fullPerson(harness, CANDIDATE_01);
});
afterAll(() => harness?.stop());

/** Files are scanned after their upload is answered, so a scan may still write while the next call runs. */
const scansDone = () =>
  until(
    () =>
      harness.platform.db.asOwner((run) =>
        run("select id from document_file where scan = 'pending' and removed_at is null limit 1"),
      ),
    (waiting) => waiting.length === 0,
  );

const withoutTrace = ({ body }: { body: unknown }) => ({ ...(body as object), traceId: undefined });

it.each(writes)('R1 R16: %s with one Idempotency-Key happens once or not at all (spec 17.1)', async (key) => {
  const asked = await ready(harness, key, alfa);
  const sent = { ...asked, headers: { ...asked.headers, 'idempotency-key': `once ${key}` } };
  await scansDone();
  if (!SAME_AGAIN.includes(key)) await loseNextAnswer(harness.platform);
  const before = await fingerprint(harness.platform);
  if (!SAME_AGAIN.includes(key)) expect((await make(harness.operations, key, sent)).status).toBe(500);
  if (!IN_STEPS.includes(key)) expect(touched(before, await fingerprint(harness.platform))).toEqual([]);
  const first = await make(harness.operations, key, sent);
  expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
  await scansDone();
  const between = await fingerprint(harness.platform);
  const second = await make(harness.operations, key, sent);
  expect([second.status, withoutTrace(second)]).toEqual([first.status, withoutTrace(first)]);
  expect(touched(between, await fingerprint(harness.platform))).toEqual([]);
});

it('R3: a stored answer is not shown to a token of another institution', async () => {
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
  // The refusal does not block a token that has access.
  expect((await make(harness.operations, key, sent)).status).toBe(own.status);
  expect(own.status).not.toBe(404);
});

it.each(SHOWS_A_SECRET)('%s is never answered from a stored answer', async (key) => {
  const example = operationsCalls[key];
  if (!example) throw new Error(`${key} has no example`);
  const sent = { ...exampleOf(example, alfa), headers: { 'idempotency-key': `secret ${key}` } };
  const { client } = await staffIn(harness, [{ role: 'atendimento' }]);
  const caller = callOf(key).person ? client : harness.operations;
  const answers = [await make(caller, key, sent), await make(caller, key, sent)];
  expect(answers.map(({ status }) => status < 300)).toEqual([true, true]);
  expect(withoutTrace(answers[0] ?? { body: {} })).not.toEqual(withoutTrace(answers[1] ?? { body: {} }));
});

it('requesting an access key again with one Idempotency-Key sends no second message to the candidate', async () => {
  const key = 'POST /operations/subscriptions/{id}/access-keys';
  const ask = (ttlDays: number) =>
    make(harness.operations, key, {
      params: { id: alfa.subscriptionId },
      body: { purpose: 'continue', ttlDays, notify: true },
      headers: { 'idempotency-key': 'sent once' },
    });
  const withoutTrace = async () => {
    const { body } = await harness.operations.call('GET /operations/notifications', {
      query: { subscriptionId: alfa.subscriptionId, pageSize: 100 },
    });
    return body.data.filter(({ template }) => template === 'N-05').length;
  };
  const before = await withoutTrace();
  expect((await ask(7)).status).toBe(201);
  const after = await withoutTrace();
  expect(after).toBeGreaterThan(before);
  expect((await ask(7)).status).toBe(201);
  expect(await withoutTrace()).toBe(after);
  expectRefusal(await ask(8), key, 409, 'IDEMPOTENCY_CONFLICT');
});
