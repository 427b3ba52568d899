import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CardPaying, cardPaying } from '../../../testing/card-paying.ts';
import { CARDS } from '../../../testing/cards.ts';
import { control, type Enrolling } from '../../../testing/enrolling.ts';
import { type Harness, startHarness, T0 } from '../../../testing/harness.ts';
import { personAt } from '../../../testing/person-at.ts';
import { type Recurring, recurring } from '../../../testing/recurring.ts';
import { ProviderUnknown } from '../../platform/ports.ts';
import { lookUpCharge } from './card-scheduler.ts';
import { endRecurrences } from './end.ts';

/** D-70: the later instalments by stored card: one charge a month, its retries and its end. */

let harness: Harness;
let use: CardPaying;
let months: Recurring;
beforeAll(async () => {
  harness = await startHarness();
  use = cardPaying(harness);
  months = recurring(harness);
});
afterEach(async () => {
  await use.fault('cielo', 'ok');
  await months.at(T0);
});
afterAll(() => harness?.stop());

const reader = ({ tenantId }: Enrolling) => harness.platform.db.tenant(tenantId);
const first = async (who: Enrolling) => (await months.cycles(who))[0];
const tries = (who: Enrolling) =>
  reader(who).many<{ txid: string; state: string; decline_code: string | null }>(sql`
    select y.txid, y.state, y.decline_code from recurrence_try y
    join recurrence r on r.tenant_id = y.tenant_id and r.id = y.recurrence_id
    where y.tenant_id = ${who.tenantId} and r.subscription_id = ${who.id} order by y.asked_day, y.created_at`);
/** Sales at the acquirers for the months, without the first instalment. */
const sales = async (who: Enrolling) => {
  const known = [
    ...(await months.cycles(who)).map(({ txid }) => txid),
    ...(await tries(who)).map(({ txid }) => txid),
  ];
  return (await use.atAcquirers()).filter(({ orderId }) => known.includes(orderId));
};

/** A candidate whose card pays each of five months, due on day 10 from March on. */
async function agreed() {
  const who = await personAt(harness, 'payment');
  await reader(who).many(sql`
    update institution set payment = payment || '{"variant":"onlySubscriptionWithRecurrence"}'
    where tenant_id = ${who.tenantId} returning id`);
  const paid = await use.payWithCard(who, CARDS.approved, { recurrence: true });
  expect(paid.status).toBe(201);
  const order = await use.txidOf(who, paid.body.paymentId);
  const row = await months.stored(who);
  const due = (await first(who))?.due_day ?? '';
  return { who, id: row?.id ?? 0, order, due };
}
const day = (due: string, offset: number) =>
  new Date(Date.parse(`${due}T12:00:00-03:00`) + offset * 86_400_000).toISOString();
const issuer = (order: string, result: string, code?: string) =>
  control(harness, 'PUT', `/cards/cielo/orders/${order}/card`, { result, ...(code ? { code } : {}) });

describe('a month by card', () => {
  it('waits for its day, then is charged once, as a charge of the stored card', async () => {
    const { who, due } = await agreed();
    await months.at(day(due, -1));
    await months.run(who);
    expect(await first(who)).toMatchObject({ state: 'planned', txid: null });
    await months.at(day(due, 0));
    for (let n = 0; n < 3; n += 1) await months.run(who);
    expect(await first(who)).toMatchObject({ state: 'paid', received_cents: 36_000, attention: [] });
    const [sale, ...more] = await sales(who);
    expect([sale, more]).toMatchObject([
      {
        state: 'paid',
        amount: 360,
        installments: 1,
        recurring: true,
        orderId: expect.stringMatching(/^\w{32}$/),
      },
      [],
    ]);
    const kept = await reader(who).one<{ network_id: string }>(sql`
      select b.network_id from payment_card b join payment y on y.tenant_id = b.tenant_id and y.id = b.payment_id
      where b.tenant_id = ${who.tenantId} and y.subscription_id = ${who.id}`);
    expect(sale?.networkId).toBe(kept?.network_id);
    expect(await months.events(who)).toEqual(['recurrence.updated', 'recurrence.charged']);
  });

  it('is charged once by three processes at the same moment', async () => {
    const { who, due } = await agreed();
    await months.at(day(due, 0));
    await Promise.all([months.run(who), months.run(who), months.run(who)]);
    await months.run(who);
    expect(await sales(who)).toHaveLength(1);
    expect(await first(who)).toMatchObject({ state: 'paid' });
  });

  it('that was missed is charged late, but not after a week, and the next one continues', async () => {
    const one = await agreed();
    await months.at(day(one.due, 7));
    await months.run(one.who);
    expect(await first(one.who)).toMatchObject({ state: 'paid' });
    await months.at(T0);
    const other = await agreed();
    await months.at(day(other.due, 8));
    await months.run(other.who);
    expect(await first(other.who)).toMatchObject({ state: 'failed', txid: null });
    expect(await sales(other.who)).toEqual([]);
    expect((await months.cycles(other.who)).slice(1).every(({ state }) => state === 'planned')).toBe(true);
  });
});

describe('a month whose card is refused', () => {
  it('is charged again on days 1, 3 and 7, each time with another number, and then fails', async () => {
    const { who, order, due } = await agreed();
    await issuer(order, 'deny', '51');
    for (const [at, offset] of [0, 1, 3, 7].entries()) {
      await months.at(day(due, offset));
      for (let n = 0; n < 2; n += 1) await months.run(who);
      expect(await sales(who)).toHaveLength(at + 1);
    }
    expect(await first(who)).toMatchObject({ state: 'failed', end_code: '51' });
    expect(await tries(who)).toMatchObject([
      { state: 'denied', decline_code: '51' },
      { state: 'denied', decline_code: '51' },
      { state: 'denied', decline_code: '51' },
    ]);
    expect(await months.events(who)).toEqual(['recurrence.updated', 'recurrence.failed']);
    expect(await months.stored(who)).toMatchObject({ state: 'approved' });
  });

  it('can still be paid by a later attempt', async () => {
    const { who, order, due } = await agreed();
    await issuer(order, 'deny', '51');
    await months.at(day(due, 0));
    await months.run(who);
    expect(await first(who)).toMatchObject({ state: 'asked', txid: null });
    await issuer(order, 'approve');
    await months.run(who);
    expect(await sales(who)).toHaveLength(1);
    await months.at(day(due, 1));
    await months.run(who);
    expect(await first(who)).toMatchObject({ state: 'paid', attention: [] });
    expect(await sales(who)).toMatchObject([{ state: 'denied' }, { state: 'paid' }]);
  });

  it('fails at once when another attempt cannot help', async () => {
    const { who, order, due } = await agreed();
    await issuer(order, 'deny', '14');
    await months.at(day(due, 0));
    await months.run(who);
    expect(await first(who)).toMatchObject({ state: 'failed', end_code: '14' });
    expect(await months.stored(who)).toMatchObject({ state: 'approved' });
  });

  it('ends all months when the network forbids the card', async () => {
    const { who, order, due } = await agreed();
    await issuer(order, 'deny', '41');
    await months.at(day(due, 0));
    await months.run(who);
    expect(await months.stored(who)).toMatchObject({
      state: 'cancelled',
      ended_by: 'payer-bank',
      end_code: '41',
    });
    const states = (await months.cycles(who)).map(({ state }) => state);
    expect([states[0], new Set(states.slice(1))]).toEqual(['failed', new Set(['cancelled'])]);
  });
});

describe('a month with an unknown outcome', () => {
  it('is looked up, not charged again, and is paid when the acquirer says so', async () => {
    const { who, order, due } = await agreed();
    await issuer(order, 'process');
    await months.at(day(due, 0));
    await months.run(who);
    const asked = await first(who);
    expect(asked).toMatchObject({ state: 'asked', txid: expect.any(String) });
    await months.at(day(due, 1));
    for (let n = 0; n < 7; n += 1) await months.run(who);
    expect(await sales(who)).toHaveLength(1);
    await use.decide('cielo', asked?.txid ?? '', { result: 'approve', silent: true });
    await months.run(who);
    expect(await first(who)).toMatchObject({ state: 'paid', txid: asked?.txid });
  });

  it('is found after a lost answer', async () => {
    const { who, due } = await agreed();
    const acquirer = harness.platform.ports.acquirers.account('alfa', 'CUA01', 'cielo');
    if (!acquirer) throw new Error('No acquirer');
    const sell = acquirer.authoriseAndCapture.bind(acquirer);
    const lost = vi.spyOn(acquirer, 'authoriseAndCapture').mockImplementation(async (sale) => {
      await sell(sale);
      throw new ProviderUnknown('no answer in time');
    });
    await months.at(day(due, 0));
    await months.run(who);
    expect(lost).toHaveBeenCalledOnce();
    lost.mockRestore();
    await months.run(who);
    expect(await sales(who)).toMatchObject([{ state: 'paid' }]);
    expect(await first(who)).toMatchObject({ state: 'paid' });
  });

  it('counts as never charged after five look-ups that found nothing', async () => {
    const { who, due } = await agreed();
    const acquirer = harness.platform.ports.acquirers.account('alfa', 'CUA01', 'cielo');
    if (!acquirer) throw new Error('No acquirer');
    const lost = vi
      .spyOn(acquirer, 'authoriseAndCapture')
      .mockRejectedValue(new ProviderUnknown('no answer in time'));
    await months.at(day(due, 0));
    // The first run requests the sale; the others look it up.
    for (let n = 0; n < 5; n += 1) await months.run(who);
    expect([await first(who), await tries(who)]).toMatchObject([{ txid: expect.any(String) }, []]);
    await months.run(who);
    lost.mockRestore();
    expect([await first(who), await tries(who)]).toMatchObject([{ state: 'asked', txid: null }, [{}]]);
    await months.at(day(due, 1));
    await months.run(who);
    expect(await first(who)).toMatchObject({ state: 'paid' });
    expect(await sales(who)).toHaveLength(1);
  });

  it('is charged an hour later when the acquirer certainly did nothing', async () => {
    const { who, due } = await agreed();
    await use.fault('cielo', 'down');
    await months.at(day(due, 0));
    await months.run(who);
    expect(await first(who)).toMatchObject({ state: 'asked', txid: null });
    expect([await tries(who), await sales(who)]).toEqual([[], []]);
    await use.fault('cielo', 'ok');
    await months.run(who);
    expect(await first(who)).toMatchObject({ state: 'paid' });
  });

  it('accepts a payment the acquirer reports for a refused attempt after all', async () => {
    const { who, order, due } = await agreed();
    await issuer(order, 'process');
    await months.at(day(due, 0));
    await months.run(who);
    const { txid } = (await first(who)) ?? {};
    await use.decide('cielo', txid ?? '', { result: 'approve', silent: true });
    // As if every lookup had failed to find the sale.
    await reader(who).many(sql`
      with gone as (update recurrence_cycle set txid = null, provider_id = null, retry_days = ${JSON.stringify([day(due, 1).slice(0, 10)])}::jsonb
        where tenant_id = ${who.tenantId} and txid = ${txid} returning recurrence_id, number, amount_cents)
      insert into recurrence_try (tenant_id, txid, recurrence_id, number, asked_day, amount_cents, state, created_at, updated_at)
      select ${who.tenantId}, ${txid}, recurrence_id, number, ${due}::date, amount_cents, 'denied', now(), now() from gone returning txid`);
    await issuer(order, 'approve');
    await months.at(day(due, 1));
    await months.run(who);
    expect(await first(who)).toMatchObject({ state: 'paid', txid, attention: [] });
    expect([await sales(who), await tries(who)]).toMatchObject([[{ state: 'paid' }], []]);
  });
});

describe("R6 comparing an acquirer's books", () => {
  it('agrees on every attempt of a month, and names payments missing in our books', async () => {
    const { who, order, due, id } = await agreed();
    await issuer(order, 'deny', '51');
    await months.at(day(due, 0));
    await months.run(who);
    await issuer(order, 'process');
    await months.at(day(due, 1));
    await months.run(who);
    const { txid } = (await first(who)) ?? {};
    await use.decide('cielo', txid ?? '', { result: 'approve', silent: true });
    const compare = async () => {
      const operations = harness.operationsOf('alfa');
      const asked = await operations.call('POST /operations/reconciliations', {
        body: { institution: 'CUA01', provider: 'cielo' },
      });
      await harness.platform.jobs.run('comparison');
      const params = { id: asked.body[0]?.id ?? 0 };
      const { body } = await operations.call('GET /operations/reconciliations/{id}', { params });
      expect(body.state).toBe('done');
      return body.differences.filter(({ reference }) => reference === txid);
    };
    expect(await compare()).toMatchObject([
      { kind: 'other-state', state: 'applied', recurrenceId: id, cycle: 2, theirs: { received: 360 } },
    ]);
    expect(await first(who)).toMatchObject({ state: 'paid', attention: [] });
    expect(await compare()).toEqual([]);
  });
});

describe('a card authorisation that ends', () => {
  it('is charged no more, and payment of an open charge is not lost', async () => {
    const { who, order, due, id } = await agreed();
    await issuer(order, 'process');
    await months.at(day(due, 0));
    await months.run(who);
    const { txid } = (await first(who)) ?? {};
    await harness.platform.db.write(who.tenantId, (tx) =>
      endRecurrences(tx, harness.platform, who.id, 'payer'),
    );
    expect(await first(who)).toMatchObject({ state: 'cancelled', cancel_at_provider: true });
    await use.decide('cielo', txid ?? '', { result: 'approve', silent: true });
    await months.run(who);
    expect(await first(who)).toMatchObject({
      ...{ state: 'paid', attention: ['payment-of-ended-cycle'], cancel_at_provider: false },
    });
    const month = { recurrence_id: id, number: 2, reference: txid ?? '' };
    expect(await lookUpCharge(harness.platform, who.tenantId, month)).toBe(false);
    await months.at(day(due, 40));
    await months.run(who);
    expect(await sales(who)).toHaveLength(1);
  });

  it('has its chargeback marked', async () => {
    const { who, due, id } = await agreed();
    await months.at(day(due, 0));
    await months.run(who);
    const { txid } = (await first(who)) ?? {};
    await use.decide('cielo', txid ?? '', { result: 'chargeback', silent: true });
    await lookUpCharge(harness.platform, who.tenantId, {
      recurrence_id: id,
      number: 2,
      reference: txid ?? '',
    });
    expect(await first(who)).toMatchObject({ state: 'paid', attention: ['chargeback'] });
  });
});
