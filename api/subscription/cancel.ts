import { dayInZone, toAmount } from '@orbita/domain/foundation';
import {
  CANCELLATION_REASONS,
  type CancellationReason,
  mayWithdraw,
  type Refund,
  refundOf,
  STATUS,
  withdrawalDay,
} from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/index.ts';
import type { House } from '../platform/house.ts';
import { invalid } from '../platform/http/errors.ts';
import { type SubscriptionState, withdrawalDayOf } from './facts.ts';
import { lockSubscription, moveSubscription } from './move.ts';

export type Leaving = { subscriptionId: number; reason: CancellationReason; details?: string | null };

type Paid = { purpose: 'tax' | 'enrollment'; cents: number; paid_at: Date };

const paidOf = (on: Runner, tenantId: number, id: number) =>
  on.many<Paid>(sql`
    select y.purpose, y.paid_at, (coalesce(y.received_cents, y.amount_cents) - coalesce((
        select sum(r.amount_cents) from refund r
        where r.tenant_id = y.tenant_id and r.payment_id = y.id and r.state <> 'failed'), 0))::bigint as cents
    from payment y
    where y.tenant_id = ${tenantId} and y.subscription_id = ${id} and y.state = 'paid' order by y.id`);

/** What leaving gives back now, and what was paid: in all, and for what, with whether it may be withdrawn from. */
export async function refundFor(on: Runner, house: House, row: SubscriptionState) {
  const today = dayInZone(house.clock.now(), row.time_zone);
  const contractDay = withdrawalDayOf(row);
  const paid = (await paidOf(on, row.tenant_id, row.id)).map(({ purpose, cents, paid_at }) => ({
    purpose,
    cents,
    // The fee is a contract of its own, made when it is paid (spec 7.5).
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

const reasonText = ({ reason, details }: Leaving) => {
  if (reason === 'other' && details?.trim()) return details.trim();
  const label = CANCELLATION_REASONS.find(({ code }) => code === reason)?.label ?? reason;
  return details?.trim() ? `${label}: ${details.trim()}` : label;
};

/**
 * Leaves an application (S-36, TR-90/91): at once without confirmed payment, else the institution decides. Answers where
 * it stands and what is given back. 422 when `other` has no text; 409 where leaving is not possible.
 */
export async function requestCancellation(
  tx: Tx,
  house: House,
  leaving: Leaving,
): Promise<{ status: number; refund: Refund }> {
  const row = await lockSubscription(tx, leaving.subscriptionId);
  if (leaving.reason === 'other' && !leaving.details?.trim())
    invalid([{ field: 'details', message: 'Obrigatório.' }]);
  const { refund, paidCents } = await refundFor(tx, house, row);
  const moved = await moveSubscription(tx, house, {
    subscriptionId: row.id,
    event: 'cancel-requested',
    actor: 'candidate',
    reason: reasonText(leaving),
  });
  const now = house.clock.now();
  const state = moved.to === STATUS.PendingCancel ? 'open' : 'done';
  await tx.one(sql`
    insert into cancellation (tenant_id, subscription_id, reason, details, state, withdrawal_right, paid_cents,
      requested_at, decided_at)
    values (${tx.tenantId}, ${row.id}, ${leaving.reason}::text, ${leaving.details?.trim() || null}::text, ${state}::text,
      ${refund.legalBasis === 'withdrawal'}::boolean, ${paidCents}::bigint, ${now}::timestamptz,
      ${state === 'done' ? now : null}::timestamptz)
    returning id`);
  return { status: moved.to, refund };
}

/** Takes back the wish to leave while the institution has not decided (TR-93); back to the status before. */
export async function withdrawCancellation(tx: Tx, house: House, subscriptionId: number): Promise<number> {
  const moved = await moveSubscription(tx, house, {
    subscriptionId,
    event: 'cancel-withdrawn',
    actor: 'candidate',
  });
  await tx.one(sql`
    update cancellation set state = 'withdrawn', decided_at = ${house.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId} and state = 'open' returning id`);
  return moved.to;
}

/** Refund of spec 7.5 as the API shows it, in BRL. */
export const presentRefund = ({ due, amountCents, legalBasis }: Refund) => ({
  due,
  amount: amountCents === undefined ? null : toAmount(amountCents),
  legalBasis: legalBasis ?? null,
});
