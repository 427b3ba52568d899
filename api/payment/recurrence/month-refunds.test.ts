import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CardPaying, cardPaying } from '../../../testing/card-paying.ts';
import { CARDS } from '../../../testing/cards.ts';
import { control, type Enrolling } from '../../../testing/enrolling.ts';
import { withoutTrace } from '../../../testing/fingerprint.ts';
import { type Client, type Harness, startHarness, T0 } from '../../../testing/harness.ts';
import { personAt } from '../../../testing/person-at.ts';
import { type Recurring, recurring } from '../../../testing/recurring.ts';
import { until } from '../../../testing/until.ts';
import { noticeAddress } from '../notice-addresses.ts';
import { handleNotices } from '../notices.ts';
import { lookUpRefunds } from '../returns.ts';

/** Refunds of later months, and the ways to resolve their marks (spec 14.4, 14.8). */

let harness: Harness;
let operations: Client;
let months: Recurring;
let cards: CardPaying;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  operations = harness.operationsOf('alfa');
  months = recurring(harness);
  cards = cardPaying(harness);
});
afterEach(async () => {
  await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
  await cards.fault('cielo', 'ok');
  await months.at(T0);
});
afterAll(() => harness?.stop());

const on = (who: Enrolling) => harness.platform.db.tenant(who.tenantId);
const first = async (who: Enrolling) => (await months.cycles(who))[0];
const listed = async (who: Enrolling) =>
  (await operations.call('GET /operations/months', { query: { subscriptionId: who.id } })).body.data.find(
    ({ number }) => number === 2,
  );
const becomes = (who: Enrolling, state: string) =>
  until(
    async () => (await first(who))?.state,
    (now) => now === state,
  );
const refund = (id: number, amount: number, more: { outside?: boolean } = {}) =>
  operations.call('POST /operations/months/{id}/refund', {
    params: { id },
    body: { amount, reason: 'Desistência', ...more },
  });
/** Returns the month once none of its refunds is pending; banks send no notices of refunds, so the job has to look. */
const settled = (who: Enrolling) =>
  until(
    async () => {
      await on(who).many(sql`update refund set next_check_at = 'epoch', lease_until = null
        where tenant_id = ${who.tenantId} and next_check_at is not null returning id`);
      await harness.platform.jobs.run('reconciliation');
      return listed(who);
    },
    (one) => one?.refunds.every(({ state }) => state === 'done' || state === 'failed') === true,
  );

/** A candidate whose February was paid by automatic Pix. */
async function february(amount?: number) {
  const one = await months.decided();
  await months.at('2026-01-28T10:00:00-03:00');
  await months.run(one.who);
  const cycle = await first(one.who);
  await months.play(`/cobrs/${cycle?.txid}`, 'paid', amount ? { amount } : {});
  await becomes(one.who, 'paid');
  return { ...one, month: cycle?.id ?? 0, txid: cycle?.txid ?? '' };
}

/** A candidate whose first later month was paid by card; `order` is its order number at the acquirer. */
async function byCard() {
  const who = await personAt(harness, 'payment');
  await on(who).many(sql`
    update institution set payment = payment || '{"variant":"onlySubscriptionWithRecurrence"}'
    where tenant_id = ${who.tenantId} returning id`);
  await cards.payWithCard(who, CARDS.approved, { recurrence: true });
  const planned = await first(who);
  await months.at(`${planned?.due_day}T12:00:00-03:00`);
  await months.run(who);
  const paid = await first(who);
  expect(paid?.state).toBe('paid');
  return { who, month: paid?.id ?? 0, order: paid?.txid ?? '' };
}
const compare = async (provider: 'pix' | 'cielo') => {
  const asked = await operations.call('POST /operations/reconciliations', {
    body: { institution: 'CUA01', provider },
  });
  await harness.platform.jobs.run('comparison');
  const params = { id: asked.body[0]?.id ?? 0 };
  const { body } = await operations.call('GET /operations/reconciliations/{id}', { params });
  expect(body.state).toBe('done');
  return body.differences;
};

describe('a month paid by automatic Pix', () => {
  it('is refunded in parts through the bank, never more than received, and the candidate sees it', async () => {
    const { who, month, txid } = await february();
    expect(await refund(month, 100.5)).toMatchObject({
      ...{ status: 200, body: { id: month, subscriptionId: who.id, status: 5 } },
    });
    expect(await settled(who)).toMatchObject({
      ...{ id: month, state: 'paid', received: 360, refunded: 100.5, attention: [] },
      refunds: [{ amount: 100.5, state: 'done', reason: 'Desistência', failure: null }],
    });
    const { body: money } = await operations.call('GET /operations/subscriptions/{id}/money', {
      params: { id: who.id },
    });
    expect(money.refundable[0]).toMatchObject({
      ...{ paymentId: null, monthId: month, number: 2, method: 'automatic-pix', byProvider: true },
      ...{ left: 259.5, returned: 100.5, waiting: 0 },
    });
    await withoutTrace(harness, async () => {
      expect(await refund(month, 259.51)).toMatchObject({
        ...{ status: 422, body: { errors: [{ field: 'amount' }] } },
      });
    });
    await refund(month, 259.5);
    expect(await settled(who)).toMatchObject({ state: 'paid', refunded: 360 });
    await withoutTrace(harness, async () => {
      expect(await refund(month, 1)).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT' } });
    });
    const events = await on(who).many<{ data: unknown }>(sql`
      select data from outbox_event where tenant_id = ${who.tenantId} and subscription_id = ${who.id}
        and type = 'recurrence.refunded' order by id`);
    expect(events.map(({ data }) => data)).toEqual([
      { number: 2, dueDay: '2026-02-05', amount: 100.5 },
      { number: 2, dueDay: '2026-02-05', amount: 259.5 },
    ]);
    const bank = await harness.platform.ports.pix.recurrences('alfa', 'CUA01')?.findCharge(txid);
    expect(bank?.received).toMatchObject([{ amountCents: 36_000, refundedCents: 36_000 }]);
    // Both books contain it.
    expect(await compare('pix')).toEqual([]);
    // The candidate's session is still valid at that time.
    await months.at(T0);
    const shown = await who.client.call('GET /candidate/subscriptions/{id}/recurrence', {
      params: { id: who.id },
    });
    expect(shown.body.cycles[0]).toMatchObject({ state: 'paid', refunded: 360 });
  });

  it('is refunded once by two requests at the same moment', async () => {
    const { who, month } = await february();
    const answers = await Promise.all([refund(month, 360), refund(month, 360)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await settled(who))?.refunds).toMatchObject([{ amount: 360, state: 'done' }]);
  });

  it('paid before its Pix ids were stored is first looked up at the bank', async () => {
    const { who, month } = await february();
    await on(who).one(sql`update recurrence_cycle set received = '[]'
      where tenant_id = ${who.tenantId} and id = ${month} returning id`);
    await refund(month, 360);
    expect(await settled(who)).toMatchObject({ refunded: 360 });
  });

  it('that the bank does not refund is marked, and then registered as refunded outside', async () => {
    const { who, month } = await february();
    // The sandbox's bank refuses refunds with these cents.
    await refund(month, 100.13);
    expect(await settled(who)).toMatchObject({ refunded: 0, attention: ['refund-failed'] });
    await refund(month, 360, { outside: true });
    expect(await settled(who)).toMatchObject({ refunded: 360, attention: [] });
  });

  it('waits while the bank is down', async () => {
    const { who, month } = await february();
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'down' });
    expect((await refund(month, 360)).body.state).toBe('processing');
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
    expect(await settled(who)).toMatchObject({ refunded: 360, refunds: [{ state: 'done' }] });
  });

  it('is looked up on a notice about its Pix, including a refund', async () => {
    const { who, month, txid } = await february();
    await refund(month, 360);
    const bank = await harness.platform.ports.pix.recurrences('alfa', 'CUA01')?.findCharge(txid);
    const [{ endToEndId } = { endToEndId: '' }] = bank?.received ?? [];
    const { pathname } = new URL(await noticeAddress(harness.platform, who.tenantId, 'pix'));
    let sent = 0;
    await until(
      async () => {
        sent += 1;
        const pix = [{ endToEndId, txid, devolucoes: [{ id: 'D1', status: `TRY${sent}` }] }];
        await fetch(`${harness.url}${pathname}/pix`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ pix }),
        });
        await handleNotices(harness.platform, who.tenantId);
        return listed(who);
      },
      (one) => one?.refunds.every(({ state }) => state === 'done') === true,
    );
    // Another run of the job may still be working on one of them.
    const waiting = () =>
      on(who).many(sql`
        select id from provider_notice where tenant_id = ${who.tenantId} and handled_at is null
          and position(${txid} in body::text) > 0`);
    await until(waiting, (left) => left.length === 0);
  });

  it('is included when the candidate leaves: months and first instalment are refunded together', async () => {
    const { who, month } = await february();
    // The candidate's session has not expired yet, and neither has the withdrawal period.
    await months.at(T0);
    const wish = await who.client.call('POST /candidate/subscriptions/{id}/cancellation', {
      params: { id: who.id },
      body: { reason: 'gave-up' },
    });
    expect(wish.body).toMatchObject({ status: 12, refund: { due: true, amount: 720 } });
    const open = await operations.call('GET /operations/cancellations', { query: { state: 'open' } });
    const found = open.body.data.find(({ subscriptionId }) => subscriptionId === who.id);
    expect(found?.paidTotal).toBe(720);
    await operations.call('POST /operations/cancellations/{id}/decision', {
      params: { id: found?.id ?? 0 },
      body: { decision: 'confirmed', refund: 720 },
    });
    expect(await settled(who)).toMatchObject({ id: month, refunded: 360 });
    const payments = await operations.call('GET /operations/payments', { query: { subscriptionId: who.id } });
    expect(payments.body.data).toMatchObject([{ state: 'refunded', refunded: 360 }]);
  });
});

describe('a month paid by card', () => {
  it('is refunded through its acquirer, each part once', async () => {
    const { who, month, order } = await byCard();
    await refund(month, 60);
    await refund(month, 300);
    expect(await settled(who)).toMatchObject({ state: 'paid', received: 360, refunded: 360 });
    const there = await harness.platform.ports.acquirers.account('alfa', 'CUA01', 'cielo')?.find(order);
    expect(there).toMatchObject({ refundedCents: 36_000 });
    expect((await compare('cielo')).filter(({ reference }) => reference === order)).toEqual([]);
  });

  it("is refunded once when the acquirer's answer was lost", async () => {
    const { who, month, order } = await byCard();
    await cards.fault('cielo', 'timeout-after-acting');
    await refund(month, 100);
    await cards.fault('cielo', 'ok');
    await Promise.all([1, 2, 3].map(() => lookUpRefunds(harness.platform, who.tenantId, { monthId: month })));
    await lookUpRefunds(harness.platform, who.tenantId, { monthId: month });
    expect(await settled(who)).toMatchObject({ refunded: 100 });
    const there = await harness.platform.ports.acquirers.account('alfa', 'CUA01', 'cielo')?.find(order);
    expect(there).toMatchObject({ refundedCents: 10_000 });
  });
});

describe('a mark of a month', () => {
  it('is listed, and removed with a reason that stays with the month', async () => {
    const { who, month } = await february();
    await on(who).one(sql`update recurrence_cycle set attention = '["amount-lower"]'
      where tenant_id = ${who.tenantId} and id = ${month} returning id`);
    const marked = await operations.call('GET /operations/months', { query: { attention: 'amount-lower' } });
    expect(marked.body.data.map(({ id }) => id)).toContain(month);
    const resolve = (mark: 'amount-lower' | 'chargeback') =>
      operations.call('POST /operations/months/{id}/resolution', {
        params: { id: month },
        body: { mark, reason: 'Desconto combinado' },
      });
    await withoutTrace(harness, async () => {
      expect(await resolve('chargeback')).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT' } });
    });
    expect((await resolve('amount-lower')).body).toMatchObject({ id: month, state: 'ignored' });
    expect(await listed(who)).toMatchObject({
      attention: [],
      resolutions: [{ mark: 'amount-lower', decision: 'ignored', reason: 'Desconto combinado' }],
    });
    const any = await operations.call('GET /operations/months', { query: { attention: 'any' } });
    expect(any.body.data.map(({ id }) => id)).not.toContain(month);
  });
});
