import sql from 'sql-template-tag';
import { beginRecurrence } from '../api/payment/recurrence/begin.ts';
import { createRecurrence } from '../api/payment/recurrence/provider.ts';
import { cyclesOf, lastRecurrence } from '../api/payment/recurrence/store.ts';
import { control, type Enrolling } from './enrolling.ts';
import type { Harness } from './harness.ts';
import { paying } from './paying.ts';
import { personAt } from './person-at.ts';
import { until } from './until.ts';

/** The later instalments are due on the fifth of February, March and April 2026. */
export const RECURRING_DATES = { deadlineDay: '2026-01-19', classStart: '2026-01-20', dueDay: 5 };
const AMOUNT = 36_000;
const rowsOf = (amounts: readonly number[]) =>
  [AMOUNT, ...amounts].map((final, at) => ({ number: at + 1, final }));

/** Helpers of a harness for automatic Pix authorisations, their months and the payer's bank. */
export function recurring(harness: Harness) {
  const use = paying(harness);
  const { platform } = harness;
  const reader = ({ tenantId }: Enrolling) => platform.db.tenant(tenantId);

  const stored = (who: Enrolling) => lastRecurrence(reader(who), who.id);
  const cycles = async (who: Enrolling) => {
    const row = await stored(who);
    return row ? cyclesOf(reader(who), row.id) : [];
  };
  /** Sets the clocks of product and bank. */
  const at = async (instant: string) => {
    harness.clock.set(new Date(instant));
    await control(harness, 'PUT', '/clock', { now: instant });
  };
  /** Makes everything due for a check, as if the intervals had passed, and runs the job. */
  const run = async (who: Enrolling) => {
    await reader(who).many(
      sql`update recurrence set next_check_at = null where tenant_id = ${who.tenantId} returning id`,
    );
    await reader(who).many(
      sql`update recurrence_cycle set next_check_at = null where tenant_id = ${who.tenantId} returning number`,
    );
    await platform.jobs.run('recurrence');
  };
  const play = (path: string, result: string, more: object = {}) =>
    control(harness, 'POST', path, { result, ...more });
  const events = async (who: Enrolling) =>
    (
      await reader(who).many<{ type: string }>(sql`
        select type from outbox_event where tenant_id = ${who.tenantId} and subscription_id = ${who.id}
          and type like 'recurrence.%' order by id`)
    ).map(({ type }) => type);

  /** An applicant with an open charge and an authorisation that was begun; the bank was not contacted yet. */
  async function begun(amounts: readonly number[] = [AMOUNT, AMOUNT, AMOUNT]) {
    const who = await personAt(harness, 'payment');
    const { paymentId } = (await use.pay(who)).body;
    const row = await platform.db.write(who.tenantId, (tx) =>
      beginRecurrence(tx, platform, {
        ...{ subscriptionId: who.id, paymentId, method: 'automatic-pix', dates: RECURRING_DATES },
        rows: rowsOf(amounts),
        payer: { cpf: '11122233396', name: 'Candidata Teste' },
      }),
    );
    if (!row) throw new Error('Nothing was begun');
    return { who, paymentId, id: row.id, txid: await use.txidOf(who, paymentId) };
  }
  /** The same, requested from the bank; `copyPaste` is the composite code. */
  async function asked(amounts?: readonly number[]) {
    const one = await begun(amounts);
    return { ...one, ...(await createRecurrence(platform, one.who.tenantId, one.id)) };
  }
  /** The same, paid and decided in the payer's bank. */
  async function decided(recurrence: 'approved' | 'rejected' = 'approved', amounts?: readonly number[]) {
    const one = await asked(amounts);
    await use.settle(one.txid, { result: 'paid', recurrence });
    await until(
      () => stored(one.who),
      (row) => row?.state === recurrence,
    );
    return one;
  }
  return { use, stored, cycles, at, run, play, events, begun, asked, decided };
}
export type Recurring = ReturnType<typeof recurring>;
