import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BankReports, bankReports } from '../../../testing/bank-reports.ts';
import { withoutTrace } from '../../../testing/fingerprint.ts';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { recurring } from '../../../testing/recurring.ts';
import { strongStaff } from '../../../testing/staff.ts';

type Colleague = Awaited<ReturnType<typeof strongStaff>>;

let harness: Harness;
let bank: BankReports;
let ivo: Colleague;
let julia: Colleague;
let far: Colleague;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  bank = bankReports(harness);
  ivo = await strongStaff(harness, 'Ivo Financeiro', [{ role: 'financeiro', institutions: ['CUA01'] }]);
  julia = await strongStaff(harness, 'Júlia Financeiro', [{ role: 'financeiro' }]);
  far = await strongStaff(harness, 'Lia Financeiro', [{ role: 'financeiro', institutions: ['EPA01'] }]);
});
afterAll(() => harness?.stop());

/** Somebody who paid R$ 40.00 too much. */
async function tooMuch() {
  const paid = await bank.asked();
  await paid.apply(paid.says('CONCLUIDA', 40_000));
  return paid;
}
const open = (client: Client, id: number) => client.call('GET /operations/payments/{id}', { params: { id } });
const ignore = (client: Client, id: number, version?: number, key = `ignore-${id}-${version}`) =>
  client.call('POST /operations/payments/{id}/resolution', {
    params: { id },
    body: { mark: 'amount-higher', decision: 'ignored', reason: 'Doação, diz quem pagou', version },
    headers: { 'idempotency-key': key },
  });
const waiting = async (client: Client, queue: 'attention' | 'month-attention') =>
  (await client.call('GET /operations/queues/{queue}', { params: { queue }, query: { pageSize: 100 } })).body
    .data;
const counted = async (client: Client, queue: string) =>
  (await client.call('GET /operations/queues', {})).body.queues.find((one) => one.queue === queue)?.count;

describe('a marked payment', () => {
  it('waits in its queue from the moment it is marked, with its mark codes and without names', async () => {
    const before = await counted(ivo.client, 'attention');
    const { paymentId, who } = await tooMuch();
    const item = (await waiting(ivo.client, 'attention')).find(({ itemId }) => itemId === paymentId);
    expect(item).toMatchObject({
      ...{ kind: 'payment', title: 'amount-higher', subscriptionId: who.id, institutionCode: 'CUA01' },
      ...{ risk: 'none', claim: null },
    });
    expect(await counted(ivo.client, 'attention')).toBe((before ?? 0) + 1);
    expect((await waiting(far.client, 'attention')).map(({ itemId }) => itemId)).not.toContain(paymentId);
  });

  it('shows its history, what is left and the available resolutions', async () => {
    const { paymentId } = await tooMuch();
    const { body } = await open(ivo.client, paymentId);
    expect(body).toMatchObject({
      ...{ id: paymentId, institutionCode: 'CUA01', left: 400, received: 400 },
      marks: [{ mark: 'amount-higher', ways: ['refund', 'ignore'] }],
      work: { queue: 'attention', risk: 'none', claim: null },
      provider: { name: 'pix', endToEndIds: [expect.any(String)] },
    });
    expect(body.events.map(({ kind }) => kind).sort()).toEqual(['created', 'paid', 'received']);
    expect((await open(far.client, paymentId)).status).toBe(404);
  });

  it('is resolved once, by somebody who saw the current version; later attempts name the first', async () => {
    const { paymentId } = await tooMuch();
    const { version } = (await open(ivo.client, paymentId)).body;
    await withoutTrace(harness, async () => {
      expect((await ignore(ivo.client, paymentId)).body.code).toBe('VERSION_REQUIRED');
      expect((await ignore(ivo.client, paymentId, version + 1)).body).toMatchObject({
        ...{ code: 'VERSION_CONFLICT', version },
      });
    });
    const answers = await Promise.all([
      ignore(ivo.client, paymentId, version),
      ignore(julia.client, paymentId, version, 'julia'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      ...{ code: 'STATE_CONFLICT', by: expect.stringContaining('Financeiro'), at: expect.any(String) },
    });
    // After a lost answer the request is repeated with its key.
    const [first] = answers;
    if (first?.status === 200) expect((await ignore(ivo.client, paymentId, version)).status).toBe(200);
    const after = (await open(ivo.client, paymentId)).body;
    expect(after).toMatchObject({ marks: [], work: null });
    expect(after.events[0]).toMatchObject({ kind: 'resolved', detail: 'Doação, diz quem pagou' });
    expect((await waiting(ivo.client, 'attention')).map(({ itemId }) => itemId)).not.toContain(paymentId);
  });

  it('can be claimed by one person at a time, for resolving and for refunding', async () => {
    const { paymentId } = await tooMuch();
    const claim = { body: { kind: 'payment' as const, itemId: paymentId } };
    expect((await julia.client.call('POST /operations/claims', claim)).status).toBe(201);
    const { version } = (await open(ivo.client, paymentId)).body;
    const refund = (client: Client) =>
      client.call('POST /operations/payments/{id}/refund', {
        params: { id: paymentId },
        body: { amount: 40, reason: 'A mais', outside: true },
      });
    await withoutTrace(harness, async () => {
      expect((await ignore(ivo.client, paymentId, version)).body.code).toBe('CLAIMED_BY_OTHER');
      expect((await refund(ivo.client)).body).toMatchObject({
        ...{ code: 'CLAIMED_BY_OTHER', by: 'Júlia Financeiro' },
      });
    });
    expect((await refund(julia.client)).status).toBe(200);
    // The surplus was refunded, so its mark is gone and nobody holds the item any more.
    expect((await open(julia.client, paymentId)).body).toMatchObject({ marks: [], refunded: 40 });
  });

  it('needs the new version after another payment arrived', async () => {
    const paid = await tooMuch();
    const { version } = (await open(ivo.client, paid.paymentId)).body;
    await harness.platform.db.tenant(paid.who.tenantId).one(sql`
      update payment set attention = attention || '["chargeback"]'::jsonb, updated_at = ${harness.clock.now()}::timestamptz
      where tenant_id = ${paid.who.tenantId} and id = ${paid.paymentId} returning id`);
    expect((await ignore(ivo.client, paid.paymentId, version)).body.code).toBe('VERSION_CONFLICT');
    // One of two marks is removed: the other one is still pending.
    const now = (await open(ivo.client, paid.paymentId)).body;
    expect((await ignore(ivo.client, paid.paymentId, now.version)).status).toBe(200);
    expect((await open(ivo.client, paid.paymentId)).body).toMatchObject({
      marks: [{ mark: 'chargeback', ways: ['ignore'] }],
      work: { queue: 'attention' },
    });
  });
});

describe('a marked month', () => {
  it('waits in a queue of its own, and leaves it with its reason', async () => {
    const { who } = await recurring(harness).begun();
    const month = await harness.platform.db.tenant(who.tenantId).one<{ id: number }>(sql`
      update recurrence_cycle set attention = '["amount-lower"]', updated_at = ${harness.clock.now()}::timestamptz
      where tenant_id = ${who.tenantId} and subscription_id = ${who.id} and number = 2 returning id`);
    const id = month?.id ?? 0;
    expect((await waiting(ivo.client, 'month-attention')).map(({ itemId }) => itemId)).toContain(id);
    const shown = async () => (await ivo.client.call('GET /operations/months/{id}', { params: { id } })).body;
    const before = await shown();
    expect(before).toMatchObject({
      ...{ number: 2, marks: [{ mark: 'amount-lower', ways: ['ignore'] }] },
      work: { queue: 'month-attention' },
    });
    const resolve = (version?: number) =>
      ivo.client.call('POST /operations/months/{id}/resolution', {
        params: { id },
        body: { mark: 'amount-lower', reason: 'Desconto combinado', version },
      });
    expect((await resolve()).body.code).toBe('VERSION_REQUIRED');
    expect((await resolve(before.version)).status).toBe(200);
    expect(await shown()).toMatchObject({ marks: [], work: null });
    expect((await far.client.call('GET /operations/months/{id}', { params: { id } })).status).toBe(404);
    expect((await open(ivo.client, before.paymentId)).body.recurrence?.months).toHaveLength(3);
  });
});
