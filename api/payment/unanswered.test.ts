import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BankReports, bankReports } from '../../testing/bank-reports.ts';
import { type CardPaying, cardPaying } from '../../testing/card-paying.ts';
import { CARDS } from '../../testing/cards.ts';
import type { Enrolling } from '../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { personAt } from '../../testing/person-at.ts';
import { until } from '../../testing/until.ts';
import { type PixGateway, ProviderUnknown } from '../platform/ports.ts';

/** A provider that does not say what became of a charge: the person reads what to do, and the team sees it (spec 14.4). */

let harness: Harness;
let use: CardPaying;
let bank: BankReports;
const lines: string[] = [];
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000, writeLog: (line) => lines.push(line) });
  use = cardPaying(harness);
  bank = bankReports(harness);
});
afterAll(() => harness?.stop());
afterEach(() => {
  lines.length = 0;
  vi.restoreAllMocks();
});

const HALF_HOUR = 30;
/** One of ours, and the one that an adapter makes of an answer it cannot read. */
const FAILURES = [new RangeError('Invalid time value'), new ProviderUnknown('no charge')] as const;

/** Fails calls of the bank about these charges; all others work. */
function bankFails(error: Error, about: (txid: string) => boolean): () => void {
  const { pix } = harness.platform.ports;
  const account = pix.account.bind(pix);
  const spy = vi.spyOn(pix, 'account').mockImplementation((...whose) => {
    const gateway = account(...whose);
    const failing = <T extends (txid: string) => Promise<unknown>>(call: T) =>
      ((txid: string) => (about(txid) ? Promise.reject(error) : call(txid))) as T;
    return (
      gateway &&
      ({
        ...gateway,
        create: (order) =>
          about(order.txid) ? Promise.reject(new ProviderUnknown('?')) : gateway.create(order),
        find: failing(gateway.find),
        remove: failing(gateway.remove),
      } satisfies PixGateway)
    );
  });
  return () => spy.mockRestore();
}

/** Every charge is looked up now, however often that has failed before. */
async function reconcile({ tenantId }: Enrolling): Promise<void> {
  await harness.platform.db.tenant(tenantId).many(sql`
    update payment set next_check_at = null where tenant_id = ${tenantId} returning id`);
  await harness.platform.jobs.run('reconciliation');
}
const alarms = () =>
  lines
    .map((line) => JSON.parse(line) as { level: number; msg: string; payment?: number })
    .filter(({ msg }) => msg === 'charge without an answer')
    .map(({ level, payment }) => [level, payment]);
const listed = async (id: number) =>
  (
    await harness
      .operationsOf('alfa')
      .call('GET /operations/payments', { query: { attention: 'unanswered' } })
  ).body.data.some((one) => one.id === id);

describe('a Pix whose bank cannot be understood', () => {
  it.each(FAILURES)(
    'after half an hour of %s the person and the team know, and others are paid',
    async (error) => {
      const who = await personAt(harness, 'payment');
      const good = await bank.charged();
      const mend = bankFails(error, (txid) => txid !== good.txid);
      const { body, status } = await use.pay(who);
      const { paymentId } = body;
      expect([status, body.state, body.answerLate]).toEqual([202, 'processing', undefined]);
      use.advance(HALF_HOUR - 1);
      await reconcile(who);
      expect([(await use.payment(who, paymentId)).answerLate, await listed(paymentId)]).toEqual([
        undefined,
        false,
      ]);
      use.advance(1);
      await use.muteBank();
      await use.settle(good.txid);
      await reconcile(who);
      await reconcile(who);
      expect(await use.payment(who, paymentId)).toMatchObject({ state: 'processing', answerLate: true });
      expect([await listed(paymentId), alarms()]).toEqual([true, [[50, paymentId]]]);
      expect((await use.stored(who))?.attention).toEqual(['unanswered']);
      expect((await use.payment(good.who, good.paymentId)).state).toBe('paid');
      // Nobody has seen the code, so the person may pay in another way although the bank still cannot be understood.
      const other = await use.payWithCard(who, CARDS.approved, { replace: true });
      expect([other.status, other.body.state]).toEqual([201, 'paid']);
      expect(await use.stored(who)).toMatchObject({
        ...{ is_paid: true, attention: [], confirmed: 1 },
        payments: [{ state: 'cancelled', attention: [] }, { state: 'paid' }],
      });
      mend();
      await reconcile(who);
      expect(
        await harness.platform.db.tenant(who.tenantId).one(sql`
        select remove_at_provider from payment where tenant_id = ${who.tenantId} and id = ${paymentId}`),
      ).toEqual({ remove_at_provider: false });
    },
  );

  it('ends with its code, and the mark with it', async () => {
    const who = await personAt(harness, 'payment');
    const mend = bankFails(FAILURES[0], () => true);
    const { paymentId } = (await use.pay(who)).body;
    use.advance(HALF_HOUR);
    await reconcile(who);
    expect((await use.payment(who, paymentId)).answerLate).toBe(true);
    use.advance(24 * 60);
    await harness.platform.jobs.run('charge-expiry');
    expect(await use.payment(who, paymentId)).toMatchObject({ state: 'expired' });
    expect((await use.stored(who))?.attention).toEqual([]);
    mend();
  });

  it('that was shown stays open after its end, because it may have been paid', async () => {
    const { who, paymentId, txid } = await bank.charged();
    const mend = bankFails(FAILURES[1], (one) => one === txid);
    use.advance(24 * 60);
    await harness.platform.jobs.run('charge-expiry');
    await reconcile(who);
    expect(await use.payment(who, paymentId)).toMatchObject({ state: 'pending', answerLate: true });
    const other = await use.pay(who, use.key(), { replace: true });
    expect([other.status, other.body.code]).toEqual([503, 'PROVIDER_UNAVAILABLE']);
    mend();
    await use.settle(txid);
    await reconcile(who);
    expect(await use.payment(who, paymentId)).toMatchObject({ state: 'paid' });
    expect((await use.stored(who))?.attention).toEqual([]);
  });

  it('is not marked again once somebody has said why nothing has to happen', async () => {
    const who = await personAt(harness, 'payment');
    bankFails(FAILURES[1], () => true);
    const { paymentId } = (await use.pay(who)).body;
    use.advance(HALF_HOUR);
    await reconcile(who);
    const said = await harness.operationsOf('alfa').call('POST /operations/payments/{id}/resolution', {
      params: { id: paymentId },
      body: { mark: 'unanswered', decision: 'ignored', reason: 'O banco já foi avisado' },
    });
    expect(said.status).toBe(200);
    await reconcile(who);
    expect((await use.stored(who))?.attention).toEqual([]);
  });
});

describe('a card whose acquirer does not answer', () => {
  it('is marked, cannot be charged again, and counts once the answer comes', async () => {
    const who = await personAt(harness, 'payment');
    const { paymentId } = (await use.payWithCard(who, CARDS.processing)).body;
    const txid = await use.txidOf(who, paymentId);
    await use.decide('cielo', txid, { result: 'hold' });
    use.advance(HALF_HOUR);
    await until(
      async () => {
        await reconcile(who);
        return use.payment(who, paymentId);
      },
      ({ answerLate }) => answerLate === true,
    );
    const again = await use.pay(who, use.key(), { replace: true });
    expect([again.status, again.body.code]).toEqual([409, 'OPEN_CHARGE']);
    await use.decide('cielo', txid, { result: 'approve', silent: true });
    // A look-up that is under way may have claimed the charge.
    await until(
      async () => {
        await reconcile(who);
        return use.stored(who);
      },
      (now) => now?.is_paid === true,
    );
    expect(await use.stored(who)).toMatchObject({
      ...{ is_paid: true, attention: [], confirmed: 1 },
      payments: [{ state: 'paid', received: 36_000, attention: [] }],
    });
  });
});
