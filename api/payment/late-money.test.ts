import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BankReports, bankReports } from '../../testing/bank-reports.ts';
import { control, type Enrolling } from '../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { type Paying, paying } from '../../testing/paying.ts';
import { personAt } from '../../testing/person-at.ts';
import type { PixCharge } from '../platform/ports.ts';
import { registerRefunds } from './give-back.ts';
import { latePayment } from './late.ts';
import { createAtProvider, removeCharge } from './provider.ts';

/** Payments that arrive late, twice, or for a cancelled charge: none is lost, and none counts twice (R4, R7). */

let harness: Harness;
let use: Paying;
let charged: BankReports['charged'];
let asked: BankReports['asked'];
beforeAll(async () => {
  harness = await startHarness();
  use = paying(harness);
  ({ charged, asked } = bankReports(harness));
});
afterAll(() => harness?.stop());

const remove = (who: Enrolling, paymentId: number) =>
  who.client.call('DELETE /candidate/payments/{paymentId}', { params: { paymentId } });
/** Makes the reconciliation look up every charge in its next run, as if the intervals had passed. */
const askAgain = async (who: Enrolling) => {
  await harness.platform.db.tenant(who.tenantId).many(sql`
    update payment set next_check_at = null where tenant_id = ${who.tenantId} returning id`);
  await harness.platform.jobs.run('reconciliation');
};
const moneyOf = async (who: Enrolling) => (await use.stored(who))?.payments.map(({ received }) => received);

describe('a cancelled charge', () => {
  it('R7: counts when it was paid while the bank did not answer, and the candidate is notified', async () => {
    const { who, paymentId, txid } = await charged();
    const unmute = await use.muteBank();
    await use.settle(txid);
    expect(await remove(who, paymentId)).toMatchObject({ status: 409, body: { code: 'ALREADY_PAID' } });
    expect(await use.stored(who)).toMatchObject({
      status: 5,
      is_paid: true,
      confirmed: 1,
      payments: [{ state: 'paid', received: 36_000 }],
    });
    expect(await remove(who, paymentId)).toMatchObject({ status: 409, body: { code: 'ALREADY_PAID' } });
    await unmute();
  });

  it.each([
    ['cancelled', 'cancelled', ['payment-of-closed-charge'], 6],
    ['expired', 'paid', [], 5],
  ] as const)(
    'R6 R7: %s, and paid without any notice: found within three days, not looked up after',
    async (how, state, attention, status) => {
      const before = harness.clock.now();
      const unmute = await use.muteBank();
      for (const [days, found] of [
        [2.9, true],
        [3.1, false],
      ] as const) {
        const { who, paymentId, txid } = await charged();
        if (how === 'cancelled') expect((await remove(who, paymentId)).status).toBe(204);
        else {
          use.advance(61);
          await harness.platform.jobs.run('charge-expiry');
        }
        const { state: ended } = await use.payment(who, paymentId);
        expect(ended).toBe(how);
        expect((await use.settle(txid, { result: 'paid', late: true })).status).toBe(202);
        use.advance(days * 24 * 60);
        await askAgain(who);
        const expected = found
          ? { status, attention, payments: [{ state, received: 36_000 }] }
          : { status: 6, attention: [], payments: [{ state: how, received: null }] };
        expect(await use.stored(who), `${days} days`).toMatchObject(expected);
        harness.clock.set(before);
      }
      await unmute();
    },
  );

  it('is looked up on the next run only when the bank did not remove it', async () => {
    const { who, says, apply } = await charged();
    await harness.platform.db.tenant(who.tenantId).many(sql`
      update payment set state = 'cancelled' where tenant_id = ${who.tenantId} and subscription_id = ${who.id}
      returning id`);
    await apply(says('ATIVA'));
    const marked = () =>
      harness.platform.db.tenant(who.tenantId).one<{ remove_at_provider: boolean }>(sql`
        select remove_at_provider from payment where tenant_id = ${who.tenantId} and subscription_id = ${who.id}`);
    expect(await marked()).toEqual({ remove_at_provider: true });
    await askAgain(who);
    expect(await marked()).toEqual({ remove_at_provider: false });
    expect(await use.settle(says('ATIVA').txid)).toMatchObject({ status: 409 });
  });
});

describe('a payment already made', () => {
  it('R4: stays paid when the bank then fails to answer the creation', async () => {
    const { who, says, apply, paymentId } = await asked();
    await apply(says('CONCLUIDA', 36_000));
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'down' });
    await expect(createAtProvider(harness.platform, who.tenantId, paymentId)).rejects.toThrow();
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
    expect(await use.stored(who)).toMatchObject({ status: 5, payments: [{ state: 'paid' }] });
  });

  it.each(['expired', 'cancelled'] as const)('R4: is not %s by a late request', async (state) => {
    const { who, says, apply, paymentId } = await asked();
    await apply(says('CONCLUIDA', 36_000));
    // The bank does not know this charge, so it cannot report it as paid.
    const left = await removeCharge(harness.platform, who.tenantId, paymentId, state);
    expect(left?.state).toBe('paid');
    expect(await use.stored(who)).toMatchObject({ status: 5, confirmed: 1, payments: [{ state: 'paid' }] });
  });

  it('R1: is answered to its own key long after the stored answer expired', async () => {
    const who = await personAt(harness, 'payment');
    const headers = use.key();
    const first = await use.pay(who, headers);
    const before = harness.clock.now();
    use.advance(25 * 60);
    await harness.platform.jobs.run('idempotency-clean-up');
    const again = await use.pay(who, headers);
    harness.clock.set(before);
    expect([again.status, again.body.paymentId]).toEqual([201, first.body.paymentId]);
    expect((await use.stored(who))?.payments).toHaveLength(1);
  });
});

describe('S18: a person under 18 cannot pay without a guardian', () => {
  it("until the birthday begins in the institution's time zone", async () => {
    const who = await personAt(harness, 'payment');
    const before = harness.clock.now();
    await harness.platform.db.tenant(who.tenantId).many(sql`
      update person set birth_date = '2008-01-13' where tenant_id = ${who.tenantId} and id = ${who.personId}
      returning id`);
    for (const [now, answer] of [
      ['2026-01-12T23:59:59.999-03:00', { status: 422, body: { code: 'GUARDIAN_REQUIRED' } }],
      ['2026-01-13T00:00:00-03:00', { status: 201, body: { state: 'pending' } }],
    ] as const) {
      harness.clock.set(new Date(now));
      expect(await use.pay(who), now).toMatchObject(answer);
    }
    harness.clock.set(before);
    expect((await use.stored(who))?.payments).toHaveLength(1);
  });
});

describe('R7: payment after the end of an application', () => {
  it.each([
    ['whole', 36_000, undefined, true],
    ['a cent more', 36_001, undefined, true],
    ['a cent less', 35_999, undefined, false],
    ['given back', 36_000, 'done', false],
    ['being refunded', 36_000, 'requested', false],
    ['with a failed refund', 36_000, 'failed', true],
  ] as const)(
    '%s: counts or not when the application is reinstated',
    async (_what, cents, refund, counts) => {
      const { who, says, apply, paymentId } = await asked();
      await harness.platform.db.tenant(who.tenantId).many(sql`
      update subscription set status = 13 where tenant_id = ${who.tenantId} and id = ${who.id} returning id`);
      await apply(says('CONCLUIDA', cents));
      expect(await use.stored(who)).toMatchObject({ status: 13, attention: ['late-payment'] });
      if (refund)
        await harness.platform.db.tenant(who.tenantId).many(sql`
        insert into refund (tenant_id, payment_id, amount_cents, state, reason, requested_by, requested_at)
        values (${who.tenantId}, ${paymentId}, 36000, ${refund}, 'Devolvido', 'Sistema', ${harness.clock.now()})
        returning id`);
      const found = await harness.platform.db.write(who.tenantId, (tx) =>
        latePayment(tx, who.id, 'enrollment'),
      );
      expect(found?.id).toBe(counts ? paymentId : undefined);
      const fee = await harness.platform.db.write(who.tenantId, (tx) => latePayment(tx, who.id, 'tax'));
      expect(fee).toBeUndefined();
    },
  );
});

describe('more than one Pix', () => {
  it('R7: on one charge, reported together: their sum is the amount received', async () => {
    const { who, says, apply } = await asked();
    await apply(says('CONCLUIDA', 20_000, 16_000));
    expect(await use.stored(who)).toMatchObject({
      status: 5,
      is_paid: true,
      attention: [],
      confirmed: 1,
      payments: [{ state: 'paid', received: 36_000, attention: [] }],
    });
    expect(await apply(says('CONCLUIDA', 20_000, 16_000))).toBe(false);
    expect(await moneyOf(who)).toEqual([36_000]);
  });

  it('on one charge, one of them too old for the bank to return: that part is left to the institution', async () => {
    const { who, paymentId, says, apply } = await asked();
    const start = harness.clock.now();
    const days = (count: number) => harness.clock.set(new Date(start.getTime() + count * 24 * 3600_000));
    await apply(says('CONCLUIDA', 36_000));
    days(80);
    await apply(says('CONCLUIDA', 36_000, 36_000));
    days(91);
    const order = { cents: 72_000, reason: 'Desistência', by: 'Operação', only: { paymentId } };
    await harness.platform.db.write(who.tenantId, (tx) =>
      registerRefunds(tx, harness.platform, who.id, order),
    );
    harness.clock.set(start);
    const { body } = await harness.operations.call('GET /operations/payments', {
      query: { subscriptionId: who.id },
    });
    const refunds = body.data.find(({ id }) => id === paymentId)?.refunds ?? [];
    expect(refunds.map(({ amount, state, failure }) => [amount, state, failure]).sort()).toEqual([
      [360, 'failed', 'O prazo do prestador para devolver terminou: devolva por fora e registre.'],
      [360, 'requested', null],
    ]);
  });

  it('R7: on one charge, reported one after the other: the second is marked, and counts once', async () => {
    const { who, says, apply } = await asked();
    await apply(says('CONCLUIDA', 36_000));
    await apply(says('CONCLUIDA', 36_000, 36_000));
    await apply(says('CONCLUIDA', 36_000, 36_000));
    expect(await use.stored(who)).toMatchObject({
      status: 5,
      attention: ['second-payment'],
      confirmed: 1,
      payments: [{ state: 'paid', received: 72_000 }],
    });
  });

  it('R7: for a charge and for its replacement: both are recorded, the second for refund', async () => {
    const { who, paymentId, txid } = await charged();
    const unmute = await use.muteBank();
    const other = await use.pay(who, use.key(), { replace: true });
    expect(other.status).toBe(201);
    await use.settle(await use.txidOf(who, other.body.paymentId));
    await use.settle(txid, { result: 'paid', late: true });
    await askAgain(who);
    expect(await use.stored(who)).toMatchObject({
      status: 5,
      is_paid: true,
      confirmed: 1,
      attention: ['payment-of-closed-charge'],
    });
    expect(await moneyOf(who)).toEqual([36_000, 36_000]);
    expect((await use.payment(who, paymentId)).state).toBe('cancelled');
    await unmute();
  });

  it.each([
    [35_999, 11, ['amount-lower'], [35_999, null]],
    [36_000, 5, [], [36_000]],
    [36_001, 5, ['amount-higher'], [36_001]],
  ])('of %i cents for 36000 is compared to the cent', async (cents, status, attention, received) => {
    const { who, says, apply } = await asked();
    await apply(says('CONCLUIDA', cents));
    expect(await use.stored(who)).toMatchObject({ status, attention });
    expect(await moneyOf(who)).toEqual(received);
    if (status === 11)
      expect((await use.stored(who))?.payments[1]).toMatchObject({ method: 'manual', amount: 1 });
  });
});

describe('R4: four reports of a bank in any order', () => {
  const orders = <T>(of: readonly T[]): T[][] =>
    of.length === 0 ? [[]] : of.flatMap((one, n) => orders(of.toSpliced(n, 1)).map((rest) => [one, ...rest]));
  const REPORTS = ['ATIVA', 'UNKNOWN', 'REMOVIDA_PELO_PSP', 'CONCLUIDA'] as const;

  it.each(orders(REPORTS).map((order) => [order.join(' ')]))(
    '%s: the payment is recorded once',
    async (order) => {
      const { who, says, apply } = await asked();
      const seen: string[] = [];
      for (const status of order.split(' ') as PixCharge['status'][]) {
        await apply(status === 'CONCLUIDA' ? says(status, 36_000) : says(status));
        seen.push((await use.stored(who))?.payments[0]?.state ?? '');
      }
      const at = seen.indexOf('paid');
      expect(at).toBeGreaterThanOrEqual(0);
      expect(seen.slice(at).every((state) => state === 'paid')).toBe(true);
      expect(await use.stored(who)).toMatchObject({ status: 5, is_paid: true, confirmed: 1 });
      expect(await moneyOf(who)).toEqual([36_000]);
    },
  );
});
