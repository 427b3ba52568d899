import { dayInZone, isoInZone, toAmount } from '@orbita/domain/foundation';
import { isOpenCharge, isOpenCycle } from '@orbita/domain/payment';
import type { Answer } from '@orbita/protocol';
import sql from 'sql-template-tag';
import type { Runner } from '../../platform/database/types.ts';
import type { ServiceContext } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { maySee } from '../../platform/lists/lists.ts';
import { subscriptionById } from '../../subscription/row.ts';
import { seenRow } from '../../subscription/seen-state.ts';
import { printedSlip } from '../printed-slip.ts';
import { type CycleGivenBack, cyclesOf, lastRecurrence } from '../recurrence/store.ts';
import { slipPdfInThread } from '../slip-pdf/in-thread.ts';
import { chargeById, type PaymentRow, paymentsOf } from '../store.ts';

type Ctx = Pick<ServiceContext, 'platform' | 'tenant' | 'service'>;
type Shown = Answer<'GET /operations/subscriptions/{id}/charges'>;

/** Refunded cents by payment id. */
async function returnedOf(on: Runner, subscriptionId: number): Promise<Map<number, number>> {
  const rows = await on.many<{ id: number; cents: number }>(sql`
    select y.id, sum(r.amount_cents)::float8 as cents from payment y
    join refund r on r.tenant_id = y.tenant_id and r.payment_id = y.id and r.state = 'done'
    where y.tenant_id = ${on.tenantId} and y.subscription_id = ${subscriptionId} group by y.id`);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

/** Last day on which a charge can be paid; null if it no longer can be or if the day is unknown. */
const dueDayOf = ({ state, slip, expires_at: until, time_zone: zone }: PaymentRow): string | null => {
  if (!isOpenCharge(state)) return null;
  return slip?.dueDay ?? (until && dayInZone(until, zone));
};

const presentCharge = (row: PaymentRow, returned: number): Shown['charges'][number] => ({
  paymentId: row.id,
  ...{ purpose: row.purpose, method: row.method, installments: row.installments, state: row.state },
  amount: toAmount(row.amount_cents),
  received: row.received_cents === null ? null : toAmount(row.received_cents),
  returned: toAmount(returned),
  createdAt: isoInZone(row.created_at, row.time_zone),
  paidAt: row.paid_at && isoInZone(row.paid_at, row.time_zone),
  dueDate: dueDayOf(row),
  slipLine: row.state === 'pending' ? (row.slip?.digitableLine ?? null) : null,
});

const presentMonth = (month: CycleGivenBack, zone: string): Shown['months'][number] => ({
  ...{ id: month.id, number: month.number, dueDate: month.due_day, state: month.state },
  amount: toAmount(month.amount_cents),
  paidAt: month.paid_at && isoInZone(month.paid_at, zone),
  returned: toAmount(month.refunded_cents),
});

const sum = (cents: readonly number[]): number => cents.reduce((whole, one) => whole + one, 0);

/** Cents received for a charge or month. */
const cameOf = (row: Pick<PaymentRow, 'paid_at' | 'received_cents' | 'amount_cents'>): number =>
  row.paid_at ? (row.received_cents ?? row.amount_cents) : 0;

/**
 * Charges and later instalments of an application, newest charge first, with the totals paid, refunded and still owed, and the
 * next amount due. Amounts in BRL. Fails with 404 outside the caller's institutions.
 */
export async function chargesOf({ platform, tenant, service }: Ctx, id: number): Promise<Shown> {
  const on = platform.db.tenant(tenant.id);
  await seenRow(on, service, id);
  const [charges, returned, recurrence] = await Promise.all([
    paymentsOf(on, id),
    returnedOf(on, id),
    lastRecurrence(on, id),
  ]);
  const months = recurrence ? await cyclesOf(on, recurrence.id) : [];
  const open = [
    ...charges
      .filter(({ state }) => isOpenCharge(state))
      .map((row) => ({ cents: row.amount_cents, day: dueDayOf(row) })),
    ...months
      .filter(({ state }) => isOpenCycle(state))
      .map((month) => ({ cents: month.amount_cents, day: month.due_day })),
  ].toSorted((one, other) => (one.day ?? '').localeCompare(other.day ?? ''));
  const [next] = open;
  const today = dayInZone(platform.clock.now(), tenant.timeZone);
  const back = sum([...returned.values()]) + sum(months.map((month) => month.refunded_cents));
  return {
    charges: charges.map((row) => presentCharge(row, returned.get(row.id) ?? 0)),
    months: months.map((month) => presentMonth(month, tenant.timeZone)),
    paid: toAmount(sum([...charges.filter(({ method }) => method !== 'waived'), ...months].map(cameOf))),
    returned: toAmount(back),
    owed: toAmount(sum(open.map(({ cents }) => cents))),
    next: next
      ? { amount: toAmount(next.cents), dueDate: next.day, overdue: next.day !== null && next.day < today }
      : null,
  };
}

/**
 * The slip of a charge as a PDF. Fails with 404 for another kind of charge and outside the caller's institutions, and with 409
 * `SLIP_ERROR` in the same cases as for its payer.
 */
export async function slipOf({ platform, tenant, service }: Ctx, paymentId: number) {
  const on = platform.db.tenant(tenant.id);
  const charge = await chargeById(on, paymentId);
  const owner = charge && (await subscriptionById(on, charge.subscription_id));
  if (!owner || !maySee(service, owner.institution_code)) fail('NOT_FOUND');
  const printed = (await printedSlip(platform, tenant.id, paymentId)) ?? fail('NOT_FOUND');
  return {
    name: `boleto-${printed.subscriptionId}-${paymentId}.pdf`,
    content: await slipPdfInThread(tenant.id, printed.document),
  };
}
