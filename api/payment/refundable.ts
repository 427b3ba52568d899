import {
  isTooLateToReturn,
  type PaymentMethod,
  type Purpose,
  RETURNED_METHODS,
  type Refundable,
} from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { literals } from '../platform/database/literals.ts';
import type { Runner } from '../platform/database/types.ts';

/** What money was paid for: a payment, or a month of a recurrence. */
export type MoneyOf = { paymentId: number } | { monthId: number };

/** Whether both are the same payment or the same month. */
export const isSameMoney = (one: MoneyOf, other: MoneyOf): boolean =>
  'paymentId' in one
    ? 'paymentId' in other && one.paymentId === other.paymentId
    : 'monthId' in other && one.monthId === other.monthId;

/** One receipt of money, less what was refunded from it; `tooLate` if its provider no longer accepts a refund of it. */
export type Received = Refundable & { of: MoneyOf; tooLate: boolean };

/** Methods whose money is refunded through the provider that took it. */
const RETURNED = literals(RETURNED_METHODS);

type Row = {
  payment_id: number | null;
  month_id: number | null;
  method: PaymentMethod;
  source: string | null;
  at: Date | null;
  left_cents: number;
};

/**
 * Money received for a subscription, less what was refunded or is being refunded: months first, each kind newest first. `now`
 * is the time of the refund; without it nothing counts as too late.
 */
export async function receivedOf(
  on: Runner,
  subscriptionId: number,
  now: Date | null = null,
): Promise<Received[]> {
  const rows = await on.many<Row>(sql`
    with money as (
      select y.id as payment_id, null::bigint as month_id, y.method, e.provider_event as source, e.at,
        (e.detail->>'amountCents')::bigint as cents
      from payment y join payment_event e on e.tenant_id = y.tenant_id and e.payment_id = y.id and e.kind = 'received'
      where y.tenant_id = ${on.tenantId} and y.subscription_id = ${subscriptionId} and y.method in ${RETURNED}
      union all
      select y.id, null, y.method, null, null, coalesce(y.received_cents, y.amount_cents)
      from payment y
      where y.tenant_id = ${on.tenantId} and y.subscription_id = ${subscriptionId} and y.method not in ${RETURNED}
        and y.state in ('paid', 'refunded')
      union all
      select null, c.id, q.method, m->>'source', c.paid_at, (m->>'cents')::bigint
      from recurrence q join recurrence_cycle c on c.tenant_id = q.tenant_id and c.recurrence_id = q.id
      cross join lateral jsonb_array_elements(c.received) m
      where q.tenant_id = ${on.tenantId} and q.subscription_id = ${subscriptionId}
    ), back as (
      select r.payment_id, null::bigint as month_id, r.amount_cents, r.end_to_end_id from refund r
      join payment y on y.tenant_id = r.tenant_id and y.id = r.payment_id
      where r.tenant_id = ${on.tenantId} and y.subscription_id = ${subscriptionId} and r.state <> 'failed'
      union all
      select null, r.month_id, r.amount_cents, r.end_to_end_id from refund r
      join recurrence_cycle c on c.tenant_id = r.tenant_id and c.id = r.month_id
      join recurrence q on q.tenant_id = c.tenant_id and q.id = c.recurrence_id
      where r.tenant_id = ${on.tenantId} and q.subscription_id = ${subscriptionId} and r.state <> 'failed'
    ), named as (
      select m.*, m.cents - coalesce((select sum(b.amount_cents) from back b
          where (b.payment_id = m.payment_id or b.month_id = m.month_id) and b.end_to_end_id = m.source), 0) as rest,
        -- A refund made outside references no money; it counts against the whole, beginning with its oldest.
        coalesce((select sum(b.amount_cents) from back b
          where (b.payment_id = m.payment_id or b.month_id = m.month_id) and b.end_to_end_id is null), 0) as outside
      from money m
    ), running as (
      select n.*, coalesce(sum(n.rest) over (partition by n.payment_id, n.month_id order by n.source
          rows between unbounded preceding and 1 preceding), 0) as before
      from named n
    )
    select payment_id, month_id, method, source, at,
      (rest - least(rest, greatest(0, outside - before)))::bigint as left_cents
    from running order by month_id desc nulls last, payment_id desc, source`);
  return rows.map(
    ({ payment_id: paymentId, month_id: monthId, method, source, at, left_cents: leftCents }) => ({
      of: paymentId === null ? { monthId: monthId ?? 0 } : { paymentId },
      source,
      leftCents,
      tooLate: now !== null && at !== null && isTooLateToReturn(method, at, now),
    }),
  );
}

/** Cents that can still be refunded for a subscription, or only for one of its payments or months. */
export async function refundableOf(on: Runner, subscriptionId: number, only?: MoneyOf): Promise<number> {
  const left = await receivedOf(on, subscriptionId);
  return left
    .filter(({ of }) => only === undefined || isSameMoney(of, only))
    .reduce((sum, { leftCents }) => sum + leftCents, 0);
}

type Source = { purpose: Purpose; method: PaymentMethod; paid_at: Date | null; month: number | null };

/** Purpose, method and time of a payment, or of a later month; undefined if it does not exist. */
export const sourceOf = (on: Runner, of: MoneyOf): Promise<Source | undefined> =>
  'paymentId' in of
    ? on.one<Source>(sql`
        select y.purpose, y.method, y.paid_at, null::int as month from payment y
        where y.tenant_id = ${on.tenantId} and y.id = ${of.paymentId}`)
    : on.one<Source>(sql`
        select 'enrollment' as purpose, q.method, c.paid_at, c.number as month
        from recurrence_cycle c join recurrence q on q.tenant_id = c.tenant_id and q.id = c.recurrence_id
        where c.tenant_id = ${on.tenantId} and c.id = ${of.monthId}`);
