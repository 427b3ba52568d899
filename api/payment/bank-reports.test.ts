import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PixCharge } from '../platform/ports.ts';
import { type BankReports, bankReports } from '../testing/bank-reports.ts';
import type { Enrolling } from '../testing/enrolling.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { type Paying, paying } from '../testing/paying.ts';

/** What each report of a bank about a charge makes of it (spec 14.4, 14.5). */

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

describe('a charge the bank has ended', () => {
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

  it('is unchanged by a word nobody knows, and by its being open', async () => {
    const { who, says, apply } = await bank.charged();
    for (const status of ['UNKNOWN', 'ATIVA'] satisfies PixCharge['status'][])
      expect(await apply(says(status)), status).toBe(false);
    expect((await use.stored(who))?.payments).toMatchObject([{ state: 'pending' }]);
    expect(await eventsOf(who)).toEqual(['payment.created']);
  });
});

describe('a charge nobody at the bank knows', () => {
  it('that ended here is not removed there for ever', async () => {
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

describe('money', () => {
  it('R7: for what another charge has paid is a second payment', async () => {
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

  it('below the amount says in the history how much came and how much was due', async () => {
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
