import type { Attention } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BankReports, bankReports } from '../../testing/bank-reports.ts';
import { CARDS, newOrder, saleWith, tokenOf } from '../../testing/cards.ts';
import type { Enrolling } from '../../testing/enrolling.ts';
import { withoutTrace } from '../../testing/fingerprint.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { type Paying, paying } from '../../testing/paying.ts';
import { personAt } from '../../testing/person-at.ts';
import { applyCharge } from './apply.ts';
import { cardReport } from './instruments/card.ts';
import { lookUpRefunds } from './returns.ts';

let harness: Harness;
let operations: Client;
let money: Paying;
let bank: BankReports;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  operations = harness.operationsOf('alfa');
  money = paying(harness);
  bank = bankReports(harness);
});
afterAll(() => harness?.stop());

const on = (who: Enrolling) => harness.platform.db.tenant(who.tenantId);
const resolve = (id: number, mark: Attention, decision: 'ignored' | 'settled' = 'ignored') =>
  operations.call('POST /operations/payments/{id}/resolution', {
    params: { id },
    body: { mark, decision, reason: 'Combinado por telefone' },
  });
const refund = (id: number, amount: number) =>
  operations.call('POST /operations/payments/{id}/refund', {
    params: { id },
    body: { amount, reason: 'A mais' },
  });
const listed = async (who: Enrolling, id: number) =>
  (await operations.call('GET /operations/payments', { query: { subscriptionId: who.id } })).body.data.find(
    (one) => one.id === id,
  );

describe('an attention mark', () => {
  it('is ignored with a reason, which stays with the payment', async () => {
    const { who, paymentId, says, apply } = await bank.asked();
    await apply(says('CONCLUIDA', 40_000));
    expect(await money.stored(who)).toMatchObject({ is_paid: true, attention: ['amount-higher'] });
    expect(await resolve(paymentId, 'amount-higher')).toMatchObject({
      status: 200,
      body: { id: paymentId, state: 'ignored', subscriptionId: who.id, status: 5 },
    });
    expect(await money.stored(who)).toMatchObject({ attention: [] });
    expect(await listed(who, paymentId)).toMatchObject({
      attention: [],
      resolutions: [{ mark: 'amount-higher', decision: 'ignored', reason: 'Combinado por telefone' }],
    });
    await withoutTrace(harness, async () => {
      expect(await resolve(paymentId, 'amount-higher')).toMatchObject({
        status: 409,
        body: { code: 'STATE_CONFLICT', status: 5 },
      });
    });
  });

  it('of a second payment is ignored without affecting the first one', async () => {
    const first = await bank.asked();
    await first.apply(first.says('ATIVA'));
    await on(first.who).many(sql`update payment set state = 'expired'
      where tenant_id = ${first.who.tenantId} and id = ${first.paymentId} returning id`);
    const second = await bank.askFor(first.who, `SECOND${String(first.who.id).padStart(26, '0')}`);
    await second.apply(second.says('CONCLUIDA', 36_000));
    await first.apply(first.says('CONCLUIDA', 36_000));
    expect(await money.stored(first.who)).toMatchObject({ is_paid: true, attention: ['second-payment'] });
    expect((await resolve(first.paymentId, 'second-payment', 'settled')).status).toBe(422);
    expect((await resolve(first.paymentId, 'second-payment')).status).toBe(200);
    expect(await money.stored(first.who)).toMatchObject({ attention: [] });
  });

  it('of a payment for a cancelled charge is settled: the application goes on, once', async () => {
    const { who, paymentId, says, apply } = await bank.asked();
    await apply(says('ATIVA'));
    await on(who).many(sql`update payment set state = 'cancelled'
      where tenant_id = ${who.tenantId} and id = ${paymentId} returning id`);
    await apply(says('CONCLUIDA', 36_000));
    expect(await money.stored(who)).toMatchObject({
      is_paid: false,
      attention: ['payment-of-closed-charge'],
    });
    const answers = await Promise.all(
      [1, 2].map(() => resolve(paymentId, 'payment-of-closed-charge', 'settled')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await money.stored(who)).toMatchObject({
      ...{ status: 5, is_paid: true, attention: [], confirmed: 1 },
      notices: expect.arrayContaining(['N-19']),
    });
    expect(await listed(who, paymentId)).toMatchObject({
      state: 'paid',
      resolutions: [{ decision: 'settled' }],
    });
  });

  it('of an underpayment cannot be settled', async () => {
    const { who, paymentId, says, apply } = await bank.asked();
    await apply(says('ATIVA'));
    await on(who).many(sql`update payment set state = 'cancelled'
      where tenant_id = ${who.tenantId} and id = ${paymentId} returning id`);
    await apply(says('CONCLUIDA', 35_999));
    await withoutTrace(harness, async () => {
      expect(await resolve(paymentId, 'payment-of-closed-charge', 'settled')).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'decision' }] },
      });
    });
    expect(await money.stored(who)).toMatchObject({ is_paid: false });
  });
});

/** An applicant who paid by card at an acquirer. */
async function paidByCard(provider: 'cielo' | 'pagarme') {
  const who = await personAt(harness, 'payment');
  const acquirer = harness.platform.ports.acquirers.account('alfa', 'CUA01', provider);
  if (!acquirer) throw new Error(`No ${provider}`);
  const orderId = newOrder();
  const token = await tokenOf(await acquirer.cardFields('off'), CARDS.approved);
  const charge = await acquirer.authoriseAndCapture({ ...saleWith(token), orderId, amountCents: 36_000 });
  const now = harness.clock.now();
  const row = await on(who).one<{ id: number }>(sql`
    with made as (
      insert into payment (tenant_id, subscription_id, purpose, method, state, installments, amount_cents, price_id, txid,
        created_at, updated_at)
      values (${who.tenantId}, ${who.id}, 'enrollment', 'credit-card', 'processing', 6, 36000, ${who.priceId}, ${orderId},
        ${now}::timestamptz, ${now}::timestamptz) returning id)
    insert into payment_card (tenant_id, payment_id, provider, holder_name, parts)
    select ${who.tenantId}, id, ${provider}, 'ANA DE SOUZA', 1 from made returning payment_id as id`);
  const id = row?.id ?? 0;
  await applyCharge(harness.platform, who.tenantId, id, cardReport(charge, now));
  expect(await money.stored(who)).toMatchObject({ is_paid: true });
  const backThere = async () => (await acquirer.find(orderId))?.refundedCents;
  return { who, id, acquirer, orderId, backThere };
}

describe.each(['cielo', 'pagarme'] as const)('a payment by card at %s', (provider) => {
  it('is refunded in parts, each once, even after a lost answer', async () => {
    const { who, id, acquirer, orderId, backThere } = await paidByCard(provider);
    expect((await refund(id, 100)).body).toMatchObject({ state: 'done' });
    expect(await backThere()).toBe(10_000);
    // The second part was refunded, but its answer never arrived.
    await acquirer.refund({ orderId, amountCents: 5_000, refundedBeforeCents: 10_000 });
    const lost = await on(who).one<{ id: number }>(sql`
      insert into refund (tenant_id, payment_id, amount_cents, reason, requested_by, state, end_to_end_id, return_id,
        refunded_before_cents, requested_at)
      values (${who.tenantId}, ${id}, 5000, 'x', 'x', 'processing', ${`card:${orderId}`}, ${`lost-${provider}`}, 10000,
        ${harness.clock.now()}::timestamptz) returning id`);
    // A later part waits for the one before it.
    expect((await refund(id, 10)).body).toMatchObject({ state: 'requested' });
    expect(await backThere()).toBe(15_000);
    await Promise.all([1, 2, 3].map(() => lookUpRefunds(harness.platform, who.tenantId, { paymentId: id })));
    await lookUpRefunds(harness.platform, who.tenantId, { paymentId: id });
    expect(await backThere()).toBe(16_000);
    const after = await listed(who, id);
    expect(after?.refunds).toMatchObject([
      { amount: 100, state: 'done' },
      { id: lost?.id, amount: 50, state: 'done' },
      { amount: 10, state: 'done' },
    ]);
    expect(after).toMatchObject({ state: 'paid', refunded: 160, attention: [] });
    expect((await refund(id, 200)).body).toMatchObject({ state: 'done' });
    expect(await listed(who, id)).toMatchObject({ state: 'refunded', refunded: 360 });
    expect(await backThere()).toBe(36_000);
  });
});

it('a refund its provider no longer makes fails at once, and is registered as refunded outside', async () => {
  const { who, paymentId, says, apply } = await bank.asked();
  await apply(says('CONCLUIDA', 36_000));
  harness.clock.set(new Date(harness.clock.now().getTime() + 91 * 24 * 3600_000));
  expect((await refund(paymentId, 360)).body).toMatchObject({ state: 'failed' });
  expect(await listed(who, paymentId)).toMatchObject({ attention: ['refund-failed'], refunded: 0 });
  const outside = await operations.call('POST /operations/payments/{id}/refund', {
    params: { id: paymentId },
    body: { amount: 360, reason: 'Transferência', outside: true },
  });
  expect(outside.body).toMatchObject({ state: 'done' });
  expect(await listed(who, paymentId)).toMatchObject({ attention: [], state: 'refunded' });
});
