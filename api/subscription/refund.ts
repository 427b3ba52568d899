import { dayInZone } from '@orbita/domain/foundation';
import { mayWithdraw, refundOf, withdrawalDay } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { type SubscriptionState, withdrawalDayOf } from './facts.ts';

type Paid = { purpose: 'tax' | 'enrollment'; cents: number; paid_at: Date };

const paidOf = (on: Runner, id: number) =>
  on.many<Paid>(sql`
    select y.purpose, y.paid_at, (coalesce(y.received_cents, y.amount_cents) - coalesce((
        select sum(r.amount_cents) from refund r
        where r.tenant_id = y.tenant_id and r.payment_id = y.id and r.state <> 'failed'), 0))::bigint as cents
    from payment y
    where y.tenant_id = ${on.tenantId} and y.subscription_id = ${id} and y.state = 'paid'
    union all
    select 'enrollment', c.paid_at, ((select coalesce(sum((m->>'cents')::bigint), 0)
        from jsonb_array_elements(c.received) m) - coalesce((
        select sum(r.amount_cents) from refund r
        where r.tenant_id = c.tenant_id and r.month_id = c.id and r.state <> 'failed'), 0))::bigint
    from recurrence q join recurrence_cycle c on c.tenant_id = q.tenant_id and c.recurrence_id = q.id
    where q.tenant_id = ${on.tenantId} and q.subscription_id = ${id} and c.state = 'paid'
    order by paid_at`);

/**
 * What would be refunded if the candidate left now: the refund itself, the total paid in cents, and for each paid purpose
 * whether the right of withdrawal still applies.
 */
export async function refundFor(on: Runner, platform: Platform, row: SubscriptionState) {
  const today = dayInZone(platform.clock.now(), row.time_zone);
  const contractDay = withdrawalDayOf(row);
  const paid = (await paidOf(on, row.id)).map(({ purpose, cents, paid_at }) => ({
    purpose,
    cents,
    // The fee is a separate contract that starts on the day of its payment (spec 7.5).
    lastDay: purpose === 'tax' ? withdrawalDay(dayInZone(paid_at, row.time_zone), row.holidays) : contractDay,
  }));
  return {
    refund: refundOf({ today, paid }),
    paidCents: paid.reduce((sum, { cents }) => sum + cents, 0),
    paid: paid
      .filter(({ cents }) => cents > 0)
      .map(({ purpose, lastDay }) => ({ purpose, withdrawal: mayWithdraw(lastDay, today) })),
  };
}
