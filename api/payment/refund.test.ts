import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { control, type Enrolling } from '../../testing/enrolling.ts';
import { withoutTrace } from '../../testing/fingerprint.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { loseNextAnswer } from '../../testing/lost-answer.ts';
import { type Paying, paying } from '../../testing/paying.ts';
import { personAt } from '../../testing/person-at.ts';
import { until } from '../../testing/until.ts';
import { lookUpRefunds } from './returns.ts';

let harness: Harness;
let operations: Client;
let money: Paying;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  operations = harness.operationsOf('alfa');
  money = paying(harness);
});
afterAll(() => harness?.stop());

const on = (who: Enrolling) => harness.platform.db.tenant(who.tenantId);
const listed = async (who: Enrolling) => {
  const { body } = await operations.call('GET /operations/payments', { query: { subscriptionId: who.id } });
  return body.data;
};
const refund = (
  id: number,
  amount: number,
  more: { outside?: boolean; reason?: string } = {},
  key: string | null = null,
) =>
  operations.call('POST /operations/payments/{id}/refund', {
    params: { id },
    body: { amount, reason: 'Desistência', ...more },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
/** An applicant who paid R$ 360.00 by Pix. */
async function paidByPix() {
  const who = await personAt(harness, 'payment');
  const { body } = await money.pay(who);
  await money.settle(await money.txidOf(who, body.paymentId));
  await money.paid(who);
  return { who, id: body.paymentId };
}
/** Returns the payment once none of its refunds is pending. */
const settled = (who: Enrolling, id: number) =>
  until(
    async () => (await listed(who)).find((one) => one.id === id),
    (one) => one?.refunds.every(({ state }) => state === 'done' || state === 'failed') === true,
  );
/** What the bank has refunded according to its own records. */
async function bankOf(who: Enrolling, paymentId: number) {
  const gateway = harness.platform.ports.pix.account('alfa', 'CUA01');
  const found = await on(who).many<{ e: string; r: string; cents: number }>(sql`
    select end_to_end_id as e, return_id as r, amount_cents as cents from refund
    where tenant_id = ${who.tenantId} and payment_id = ${paymentId} and return_id is not null order by id`);
  return Promise.all(found.map(({ e, r }) => gateway?.findReturn(e, r)));
}
const without = (work: () => Promise<void>) => withoutTrace(harness, work);

describe('money paid by Pix', () => {
  it('is refunded in parts through the bank; the payment is `refunded` once all of it was returned', async () => {
    const { who, id } = await paidByPix();
    const first = await refund(id, 100.5);
    expect(first).toMatchObject({ status: 200, body: { id, subscriptionId: who.id, status: 5 } });
    expect(await settled(who, id)).toMatchObject({
      state: 'paid',
      received: 360,
      refunded: 100.5,
      refunds: [{ amount: 100.5, state: 'done', reason: 'Desistência', failure: null }],
    });
    await without(async () => {
      expect(await refund(id, 259.51)).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'amount' }] },
      });
    });
    await refund(id, 259.5);
    expect(await settled(who, id)).toMatchObject({ state: 'refunded', refunded: 360, attention: [] });
    expect(await bankOf(who, id)).toMatchObject([
      { status: 'DEVOLVIDO', amountCents: 10_050 },
      { status: 'DEVOLVIDO', amountCents: 25_950 },
    ]);
    await without(async () => {
      expect(await refund(id, 1)).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT', status: 5 } });
    });
    // The payment stays recorded and the application does not move.
    const events = await on(who).many<{ data: unknown }>(sql`
      select data from outbox_event where tenant_id = ${who.tenantId} and subscription_id = ${who.id}
        and type = 'payment.refunded' order by id`);
    expect(events.map(({ data }) => data)).toMatchObject([
      { paymentId: id, amount: 100.5, state: 'paid' },
      { paymentId: id, amount: 259.5, state: 'refunded' },
    ]);
    expect(await money.stored(who)).toMatchObject({ status: 5, is_paid: true });
  });

  it('is refunded once for two simultaneous requests, and once for one key', async () => {
    const { who, id } = await paidByPix();
    const answers = await Promise.all([refund(id, 360), refund(id, 360)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const one = await paidByPix();
    const key = randomUUID();
    const same = await Promise.all([
      refund(one.id, 100, {}, key),
      refund(one.id, 100, {}, key),
      refund(one.id, 100, {}, key),
    ]);
    expect(same.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await settled(who, id))?.refunds).toMatchObject([{ amount: 360, state: 'done' }]);
    expect((await settled(one.who, one.id))?.refunds).toMatchObject([{ amount: 100, state: 'done' }]);
    expect((await bankOf(one.who, one.id)).length).toBe(1);
  });

  it('is refunded once for one key, wherever the first call was interrupted', async () => {
    const { who, id } = await paidByPix();
    await loseNextAnswer(harness.platform);
    const key = randomUUID();
    expect((await refund(id, 100, {}, key)).status).toBe(500);
    const answer = await refund(id, 100, {}, key);
    expect(answer).toMatchObject({ status: 200, body: { id, subscriptionId: who.id, status: 5 } });
    expect((await settled(who, id))?.refunds).toMatchObject([{ amount: 100, state: 'done' }]);
    // The state left by a process killed while waiting for the bank.
    await on(who).one(sql`
      update idempotency_key set status = null, answer = null, lease_until = '2020-01-01'
      where tenant_id = ${who.tenantId} and key = ${key} returning key`);
    expect((await refund(id, 100, {}, key)).body).toEqual({ ...answer.body, state: 'done' });
    expect((await settled(who, id))?.refunds).toMatchObject([{ amount: 100 }]);
    expect(await bankOf(who, id)).toHaveLength(1);
    // The same key with a different body is rejected.
    expect(await refund(id, 90, {}, key)).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_CONFLICT' },
    });
  });

  it('that the bank does not return is marked, and may be requested again or refunded by hand', async () => {
    const { who, id } = await paidByPix();
    await refund(id, 100.13);
    expect(await settled(who, id)).toMatchObject({
      state: 'paid',
      refunded: 0,
      attention: ['refund-failed'],
      refunds: [{ state: 'failed', failure: 'Negado pela conta do pagador' }],
    });
    const marked = await operations.call('GET /operations/payments', { query: { attention: 'any' } });
    expect(marked.body.data.map((one) => one.id)).toContain(id);
    await refund(id, 60);
    expect(await settled(who, id)).toMatchObject({ refunded: 60, attention: [] });
    const outside = await refund(id, 300, { outside: true, reason: 'Transferência bancária' });
    expect(outside.body.state).toBe('done');
    expect(await settled(who, id)).toMatchObject({ state: 'refunded', refunded: 360 });
    expect((await bankOf(who, id)).length).toBe(2);
  });

  it('waits while the bank is down, and is not refunded twice by looking it up', async () => {
    const { who, id } = await paidByPix();
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'down' });
    expect((await refund(id, 360)).body.state).toBe('processing');
    expect(await refund(id, 1)).toMatchObject({ status: 409 });
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
    const due = () =>
      on(who).many(sql`update refund set next_check_at = '2020-01-01' where tenant_id = ${who.tenantId}
        and state in ('requested', 'processing') returning id`);
    await until(
      async () => {
        await due();
        await harness.platform.jobs.run('reconciliation');
        return (await listed(who))[0];
      },
      (one) => one?.state === 'refunded',
    );
    expect(await bankOf(who, id)).toMatchObject([{ status: 'DEVOLVIDO', amountCents: 36_000 }]);
  });

  it('is refunded once when the process died before it got the answer', async () => {
    const { who, id } = await paidByPix();
    const gateway = harness.platform.ports.pix.account('alfa', 'CUA01');
    const row = await on(who).one<{ e: string }>(sql`
      select provider_event as e from payment_event where tenant_id = ${who.tenantId} and payment_id = ${id}`);
    const order = { endToEndId: row?.e ?? '', id: `DIED${'0'.repeat(20)}`, amountCents: 20_000, note: 'x' };
    await gateway?.giveBack(order);
    await on(who).one(sql`
      insert into refund (tenant_id, payment_id, amount_cents, reason, requested_by, state, end_to_end_id, return_id,
        next_check_at, requested_at)
      values (${who.tenantId}, ${id}, 20000, 'Desistência', 'sistema', 'requested', ${order.endToEndId}, ${order.id},
        '2020-01-01', ${harness.clock.now()}::timestamptz) returning id`);
    await until(
      async () => {
        await on(
          who,
        ).many(sql`update refund set next_check_at = '2020-01-01' where tenant_id = ${who.tenantId}
          and state in ('requested', 'processing') returning id`);
        await harness.platform.jobs.run('reconciliation');
        return (await listed(who))[0];
      },
      (one) => one?.refunds.every(({ state }) => state === 'done') === true,
    );
    expect((await listed(who))[0]).toMatchObject({ refunded: 200, refunds: [{ state: 'done' }] });
    // The bank repeats its own answer for the same id.
    expect(await gateway?.giveBack(order)).toMatchObject({ status: 'DEVOLVIDO', amountCents: 20_000 });
  });

  it('is finished once by look-ups that find its end at the same time', async () => {
    const { who, id } = await paidByPix();
    const gateway = harness.platform.ports.pix.account('alfa', 'CUA01');
    const row = await on(who).one<{ e: string }>(sql`
      select provider_event as e from payment_event where tenant_id = ${who.tenantId} and payment_id = ${id}`);
    const order = { endToEndId: row?.e ?? '', id: `ONCE${'0'.repeat(20)}`, amountCents: 20_000, note: 'x' };
    await gateway?.giveBack(order);
    await until(
      async () => gateway?.findReturn(order.endToEndId, order.id),
      (found) => found?.status === 'DEVOLVIDO',
    );
    await on(who).one(sql`
      insert into refund (tenant_id, payment_id, amount_cents, reason, requested_by, state, end_to_end_id, return_id,
        requested_at)
      values (${who.tenantId}, ${id}, 20000, 'Desistência', 'sistema', 'processing', ${order.endToEndId}, ${order.id},
        ${harness.clock.now()}::timestamptz) returning id`);
    await Promise.all([1, 2, 3].map(() => lookUpRefunds(harness.platform, who.tenantId, { paymentId: id })));
    expect((await listed(who))[0]).toMatchObject({ refunded: 200, refunds: [{ state: 'done' }] });
    const events = await on(who).many(sql`select id from outbox_event where tenant_id = ${who.tenantId}
      and subscription_id = ${who.id} and type = 'payment.refunded'`);
    expect(events).toHaveLength(1);
  });

  it('exceeded the amount due: the surplus is refunded and the mark removed', async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await money.pay(who);
    await money.settle(await money.txidOf(who, body.paymentId), { result: 'paid', amount: 400 });
    await money.paid(who);
    expect(await listed(who)).toMatchObject([{ received: 400, amount: 360, attention: ['amount-higher'] }]);
    await refund(body.paymentId, 40, { reason: 'Pago a mais' });
    expect(await settled(who, body.paymentId)).toMatchObject({ state: 'paid', refunded: 40, attention: [] });
    expect((await money.stored(who))?.attention).toEqual([]);
  });
});

describe('money paid otherwise', () => {
  it('is recorded as refunded by the institution', async () => {
    const who = await personAt(harness, 'payment');
    const asked = await operations.call('POST /operations/subscriptions/{id}/manual-payments', {
      params: { id: who.id },
      body: { purpose: 'enrollment', amount: 360, reason: 'Paga em dinheiro' },
    });
    const { id } = asked.body;
    expect(await refund(id, 360)).toMatchObject({ status: 409, body: { status: 11 } });
    await operations.call('POST /operations/manual-payments/{id}/decision', {
      params: { id },
      body: { decision: 'settled' },
    });
    expect((await refund(id, 360)).body).toEqual({ id, state: 'done', subscriptionId: who.id, status: 5 });
    expect(await listed(who)).toMatchObject([
      { method: 'manual', state: 'refunded', refunded: 360, reason: 'Paga em dinheiro' },
    ]);
  });
});

describe('candidates who leave', () => {
  it('get the money back by the decision on the cancellation request (TR-92)', async () => {
    const { who, id } = await paidByPix();
    const params = { id: who.id };
    const wish = await who.client.call('POST /candidate/subscriptions/{id}/cancellation', {
      params,
      body: { reason: 'gave-up' },
    });
    expect(wish.body).toMatchObject({
      status: 12,
      refund: { due: true, amount: 360, legalBasis: 'withdrawal' },
    });
    const open = await operations.call('GET /operations/cancellations', { query: { state: 'open' } });
    const cancellation = open.body.data.find(({ subscriptionId }) => subscriptionId === who.id)?.id ?? 0;
    const decide = (amount: number) =>
      operations.call('POST /operations/cancellations/{id}/decision', {
        params: { id: cancellation },
        body: { decision: 'confirmed', refund: amount },
      });
    await without(async () => {
      expect((await decide(100)).status).toBe(422);
    });
    expect((await decide(360)).body).toMatchObject({ state: 'confirmed', status: 13 });
    expect(await settled(who, id)).toMatchObject({ state: 'refunded', refunded: 360 });
    expect(await bankOf(who, id)).toMatchObject([{ status: 'DEVOLVIDO' }]);
  });

  it('get back only the rest if something was refunded before', async () => {
    const { who, id } = await paidByPix();
    await refund(id, 300);
    await settled(who, id);
    const wish = await who.client.call('POST /candidate/subscriptions/{id}/cancellation', {
      params: { id: who.id },
      body: { reason: 'gave-up' },
    });
    expect(wish.body).toMatchObject({ status: 12, refund: { amount: 60 } });
    const open = await operations.call('GET /operations/cancellations', { query: { state: 'open' } });
    const params = { id: open.body.data.find(({ subscriptionId }) => subscriptionId === who.id)?.id ?? 0 };
    const decide = (amount: number) =>
      operations.call('POST /operations/cancellations/{id}/decision', {
        params,
        body: { decision: 'confirmed', refund: amount },
      });
    expect((await decide(360)).status).toBe(422);
    expect((await decide(60)).body).toMatchObject({ state: 'confirmed', status: 13 });
    expect(await settled(who, id)).toMatchObject({ state: 'refunded', refunded: 360 });
    expect(await bankOf(who, id)).toMatchObject([{ status: 'DEVOLVIDO' }, { status: 'DEVOLVIDO' }]);
  });
});

describe('payments after the end (TR-98)', () => {
  /** An applicant whose application ended before the money arrived. */
  async function late() {
    const who = await personAt(harness, 'payment');
    const { body } = await money.pay(who);
    const before = harness.clock.now();
    money.advance(8 * 24 * 60);
    await harness.platform.jobs.run('charge-expiry');
    await harness.platform.jobs.run('payment-deadline');
    await money.settle(await money.txidOf(who, body.paymentId), { result: 'paid', late: true });
    await until(
      () => money.stored(who),
      (now) => now?.attention.includes('late-payment') === true,
    );
    // Sets the clock back for the session, which would otherwise have expired along with the application.
    harness.clock.set(before);
    return { who, id: body.paymentId };
  }
  const reinstate = (who: Enrolling) =>
    operations.call('POST /operations/subscriptions/{id}/events', {
      params: { id: who.id },
      body: { event: 'reinstated', reason: 'Pagou no dia seguinte' },
    });

  it('pay a reinstated application, and are notified like any payment', async () => {
    const { who } = await late();
    expect(await money.stored(who)).toMatchObject({ status: 13, is_paid: false, confirmed: 0 });
    const shown = async () =>
      (await who.client.call('GET /candidate/subscriptions/{id}/status', { params: { id: who.id } })).body;
    expect(await shown()).toMatchObject({ status: 13, latePayment: true });
    expect((await reinstate(who)).body).toMatchObject({ state: 'reinstated', status: 5 });
    expect(await money.stored(who)).toMatchObject({ status: 5, is_paid: true, attention: [], confirmed: 1 });
    expect(await shown()).toMatchObject({ status: 5, latePayment: false });
    expect((await money.stored(who))?.notices).toEqual(expect.arrayContaining(['N-19', 'N-32']));
  });

  it('are refunded instead, and the candidate then has to pay again', async () => {
    const { who, id } = await late();
    await refund(id, 360);
    expect(await settled(who, id)).toMatchObject({ state: 'refunded', attention: [] });
    expect((await reinstate(who)).body.status).toBe(6);
    expect(await money.stored(who)).toMatchObject({ status: 6, is_paid: false, attention: [] });
  });
});
