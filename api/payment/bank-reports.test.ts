import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BankReports, bankReports } from '../../testing/bank-reports.ts';
import type { Enrolling } from '../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { type Paying, paying } from '../../testing/paying.ts';
import type { PixCharge, PixGateway } from '../platform/ports.ts';
import { createAtProvider } from './provider.ts';

/** The effect of each report of a bank about a charge (spec 14.4, 14.5). */

let harness: Harness;
let use: Paying;
let bank: BankReports;
beforeAll(async () => {
  harness = await startHarness();
  use = paying(harness);
  bank = bankReports(harness);
});
afterAll(() => harness?.stop());

const HOUR_MS = 3600_000;
const on = ({ tenantId }: Enrolling) => harness.platform.db.tenant(tenantId);
const at = async (ms: number, work: () => Promise<void>) => {
  const before = harness.clock.now();
  harness.clock.set(new Date(before.getTime() + ms));
  await work();
  harness.clock.set(before);
};
const eventsOf = async (who: Enrolling) =>
  (
    await on(who).many<{ type: string }>(sql`
      select type from outbox_event where tenant_id = ${who.tenantId} and subscription_id = ${who.id}
        and type like 'payment.%' order by id`)
  ).map(({ type }) => type);

describe('a charge ended by the bank', () => {
  it.each([
    ['REMOVIDA_PELO_PSP', 0, 'expired', true],
    ['REMOVIDA_PELO_USUARIO_RECEBEDOR', HOUR_MS - 1, 'cancelled', false],
    ['REMOVIDA_PELO_USUARIO_RECEBEDOR', HOUR_MS, 'expired', true],
  ] as const)('%s after %i ms is %s here, with a reminder: %s', async (status, ms, state, reminded) => {
    const { who, says, apply } = await bank.charged();
    await at(ms, async () => {
      expect(await apply(says(status))).toBe(true);
      expect(await apply(says(status))).toBe(false);
    });
    const { payments, notices, status: now } = (await use.stored(who)) ?? {};
    expect([payments?.map((one) => one.state), now]).toEqual([[state], 6]);
    expect(notices?.includes('N-18')).toBe(reminded);
    expect(await eventsOf(who)).toEqual(['payment.created', `payment.${state}`]);
  });

  it.each([
    ['no deadline', null, true],
    ['a deadline to come', 1, true],
    ['a deadline now', 0, false],
  ] as const)('asks for a new code with %s: %s', async (_what, ms, reminded) => {
    const { who, says, apply } = await bank.charged();
    const deadline = ms === null ? null : new Date(harness.clock.now().getTime() + ms);
    await on(who).one(sql`update subscription set payment_deadline = ${deadline}::timestamptz
      where tenant_id = ${who.tenantId} and id = ${who.id} returning id`);
    await apply(says('REMOVIDA_PELO_PSP'));
    expect((await use.stored(who))?.notices.includes('N-18')).toBe(reminded);
  });

  it('asks nobody who can no longer pay', async () => {
    const { who, says, apply } = await bank.charged();
    await on(
      who,
    ).one(sql`update subscription set status = 13 where tenant_id = ${who.tenantId} and id = ${who.id}
      returning id`);
    await apply(says('REMOVIDA_PELO_PSP'));
    expect((await use.stored(who))?.payments).toMatchObject([{ state: 'expired' }]);
    expect((await use.stored(who))?.notices).not.toContain('N-18');
  });

  it('is unchanged by an unknown status, and by still being open', async () => {
    const { who, says, apply } = await bank.charged();
    for (const status of ['UNKNOWN', 'ATIVA'] satisfies PixCharge['status'][])
      expect(await apply(says(status)), status).toBe(false);
    expect((await use.stored(who))?.payments).toMatchObject([{ state: 'pending' }]);
    expect(await eventsOf(who)).toEqual(['payment.created']);
  });
});

describe('a charge unknown to the bank', () => {
  it('that ended here is not removed there again and again', async () => {
    const { who, paymentId } = await bank.asked();
    await on(who).one(sql`update payment set state = 'cancelled', remove_at_provider = true
      where tenant_id = ${who.tenantId} and id = ${paymentId} returning id`);
    await harness.platform.jobs.run('reconciliation');
    expect(
      await on(who).one(sql`select state, remove_at_provider from payment
        where tenant_id = ${who.tenantId} and id = ${paymentId}`),
    ).toEqual({ state: 'cancelled', remove_at_provider: false });
  });
});

/** Replaces calls of the bank until the returned function is called. */
function bankThat(changes: Partial<PixGateway>): () => void {
  const { pix } = harness.platform.ports;
  const account = pix.account.bind(pix);
  const spy = vi.spyOn(pix, 'account').mockImplementation((...whose) => {
    const gateway = account(...whose);
    return gateway && { ...gateway, ...changes };
  });
  return () => spy.mockRestore();
}

describe('an uncertain outcome', () => {
  it.each(['ATIVA', 'UNKNOWN'] as const)(
    'a charge that the bank, asked to remove it, calls %s stays open',
    async (status) => {
      const { who, paymentId, says } = await bank.charged();
      const mend = bankThat({ remove: async () => says(status) });
      const params = { paymentId };
      const answer = await who.client.call('DELETE /candidate/payments/{paymentId}', { params });
      expect(answer).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE', paymentId } });
      mend();
      expect((await use.stored(who))?.payments).toMatchObject([{ state: 'pending' }]);
      expect((await who.client.call('DELETE /candidate/payments/{paymentId}', { params })).status).toBe(204);
    },
  );

  it('a charge interrupted by our own error is neither failed nor created again', async () => {
    const { who, paymentId, txid } = await bank.charged();
    await on(who).one(sql`update payment set state = 'created', pix_copy_paste = null, next_check_at = null
      where tenant_id = ${who.tenantId} and id = ${paymentId} returning id`);
    const mend = bankThat({ create: () => Promise.reject(new TypeError('a fault of ours')) });
    await expect(createAtProvider(harness.platform, who.tenantId, paymentId)).rejects.toThrow(TypeError);
    mend();
    expect((await use.stored(who))?.payments).toMatchObject([{ state: 'created' }]);
    await harness.platform.jobs.run('reconciliation');
    expect(await use.payment(who, paymentId)).toMatchObject({ state: 'pending' });
    expect(await use.txidOf(who, paymentId)).toBe(txid);
  });
});

describe('a payment received', () => {
  it('R7: for an application that no longer waits for it, but has not ended, is marked', async () => {
    const { who, says, apply } = await bank.asked();
    await on(
      who,
    ).one(sql`update subscription set status = 21 where tenant_id = ${who.tenantId} and id = ${who.id}
      returning id`);
    expect(await apply(says('CONCLUIDA', 36_000))).toBe(true);
    expect(await use.stored(who)).toMatchObject({
      ...{ status: 21, is_paid: false, attention: ['status-not-moved'], confirmed: 1 },
      payments: [{ state: 'paid', received: 36_000 }],
    });
  });

  it('R7: for a charge the candidate has ended does not use its voucher again', async () => {
    const { who, paymentId, says, apply } = await bank.asked();
    await on(who).many(sql`
      with made as (
        insert into voucher (tenant_id, code, percent, applies_to, valid_from, valid_to, max_uses, used)
        values (${who.tenantId}, 'ENDED', 50, 'first', '2025-10-01', '2026-03-06', 9, 0) returning id)
      insert into voucher_use (tenant_id, voucher_id, person_id, payment_id, returned_at)
      select ${who.tenantId}, id, ${who.personId}, ${paymentId}, ${harness.clock.now()}::timestamptz from made
      returning voucher_id`);
    await on(who).one(sql`update payment set state = 'cancelled' where tenant_id = ${who.tenantId}
      and id = ${paymentId} returning id`);
    await apply(says('CONCLUIDA', 36_000));
    expect((await use.stored(who))?.attention).toEqual(['payment-of-closed-charge']);
    expect(
      await on(who).one(sql`select used from voucher where tenant_id = ${who.tenantId} and code = 'ENDED'`),
    ).toEqual({ used: 0 });
  });

  it('R7: for a debt another charge has paid is a second payment', async () => {
    const { who, txid } = await bank.charged();
    await use.settle(txid);
    await use.paid(who);
    const { says, apply } = await bank.askFor(who, `SECOND${String(who.id).padStart(26, '0')}`);
    expect(await apply(says('CONCLUIDA', 36_000))).toBe(true);
    expect(await use.stored(who)).toMatchObject({
      status: 5,
      attention: ['second-payment'],
      confirmed: 2,
      payments: [
        { state: 'paid', received: 36_000, attention: [] },
        { state: 'paid', received: 36_000, attention: ['second-payment'] },
      ],
    });
  });

  it('below the amount records in the history how much was received and due', async () => {
    const { who, says, apply } = await bank.asked();
    await apply(says('CONCLUIDA', 12_345));
    const { body } = await harness.operations.call('GET /operations/subscriptions/{id}', {
      params: { id: who.id },
    });
    const reason = 'Recebido R$ 123,45 de R$ 360,00';
    expect(body.history.at(-1)).toMatchObject({ to: 11, reason });
    const noted = await on(who).one<{ reason: string; requested_by: string }>(sql`
      select reason, requested_by from manual_payment where tenant_id = ${who.tenantId} and payment_id = (
        select max(id) from payment where tenant_id = ${who.tenantId} and subscription_id = ${who.id})`);
    expect(noted).toEqual({ reason, requested_by: 'system' });
  });
});
