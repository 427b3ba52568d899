import {
  describeAsked,
  refundNeedsSecond,
  settlementNeedsSecond,
  approvalTexts as t,
} from '@orbita/domain/approval';
import { formatDateTime } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { askSecond } from '../../approval/ask.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { Reply, ServiceContext } from '../../platform/http/context.ts';
import { type SubscriptionState, settingsReader } from '../../subscription/facts.ts';
import { type ManualDecision, openManualPayment, receivedAt } from '../manual.ts';
import type { MoneyOf } from '../refundable.ts';

type Asking = Pick<ServiceContext, 'platform' | 'tenant' | 'service'>;

/** SQL conditions for refunds `r` and requests `a` of the same money; without `of`, of the whole application. */
const sameMoney = (subscriptionId: number, of: MoneyOf | undefined) => {
  if (!of)
    return {
      refunds: sql`(r.payment_id in (select y.id from payment y
          where y.tenant_id = r.tenant_id and y.subscription_id = ${subscriptionId})
        or r.month_id in (select c.id from recurrence_cycle c
          where c.tenant_id = r.tenant_id and c.subscription_id = ${subscriptionId}))`,
      requests: sql`true`,
    };
  const [kind, id] = 'paymentId' in of ? ['payment', of.paymentId] : ['month', of.monthId];
  return {
    refunds: 'paymentId' in of ? sql`r.payment_id = ${id}` : sql`r.month_id = ${id}`,
    // Cancelling an application refunds money of every payment.
    requests: sql`(a.kind = 'cancellation' or (a.subject_kind = ${kind}::text and a.subject_id = ${id}::bigint))`,
  };
};

/** What was refunded of some money or is being refunded, and what is waiting for a second person, in cents (spec 25.4.4). */
export async function moneySoFar(
  tx: Tx,
  now: Date,
  subscriptionId: number,
  of?: MoneyOf,
): Promise<{ returned: number; waiting: number }> {
  const same = sameMoney(subscriptionId, of);
  const row = await tx.one<{ returned: number; waiting: number }>(sql`
    select
      (select coalesce(sum(r.amount_cents), 0)::bigint from refund r
        where r.tenant_id = ${tx.tenantId} and r.state <> 'failed' and ${same.refunds}) as returned,
      (select coalesce(sum(a.amount_cents), 0)::bigint from approval a
        where a.tenant_id = ${tx.tenantId} and a.subscription_id = ${subscriptionId} and a.state = 'waiting'
          and a.kind in ('refund', 'cancellation') and a.expires_at > ${now}::timestamptz and ${same.requests}) as waiting`);
  return row ?? { returned: 0, waiting: 0 };
}

type Refund = { of: MoneyOf; cents: number; reason: string; outside: boolean };

/**
 * Keeps a team member's refund for a second person's approval if it is above the institution's limit, counting what was
 * refunded before and what is waiting; undefined if none is needed. The application must be locked, so that of several
 * concurrent requests each sees the others.
 * @throws `APPROVAL_PENDING`.
 */
export async function secondForRefund(
  tx: Tx,
  asking: Asking,
  subscription: SubscriptionState,
  { of, cents, reason, outside }: Refund,
): Promise<Reply | undefined> {
  if (!asking.service.staff) return undefined;
  const soFar = await moneySoFar(tx, asking.platform.clock.now(), subscription.id, of);
  const limit = settingsReader(subscription.settings)('RefundSecondPersonAbove');
  if (!refundNeedsSecond({ asked: cents, ...soFar }, limit)) return undefined;
  return askSecond(tx, asking, {
    kind: 'refund',
    subject: 'paymentId' in of ? { kind: 'payment', id: of.paymentId } : { kind: 'month', id: of.monthId },
    personId: subscription.person_id,
    subscriptionId: subscription.id,
    institutions: [subscription.institution_code],
    summary: t.refund(cents, subscription.id, outside),
    fields: describeAsked.refund({
      ...{ of, cents, outside, subscriptionId: subscription.id, institution: subscription.institution_code },
      returned: soFar.returned,
    }),
    amountCents: cents,
    reason,
    command: { outside },
  });
}

/** Like `secondForRefund`, for cancelling an application, whose refund is spread over all its payments. */
export async function secondForCancellation(
  tx: Tx,
  asking: Asking,
  subscription: SubscriptionState,
  {
    id,
    cents,
    reason,
    refundBy,
  }: { id: number; cents: number; reason: string | null; refundBy: string | null },
): Promise<Reply | undefined> {
  if (!asking.service.staff) return undefined;
  const soFar = await moneySoFar(tx, asking.platform.clock.now(), subscription.id);
  const limit = settingsReader(subscription.settings)('RefundSecondPersonAbove');
  if (!refundNeedsSecond({ asked: cents, ...soFar }, limit)) return undefined;
  return askSecond(tx, asking, {
    kind: 'cancellation',
    subject: { kind: 'cancellation', id },
    personId: subscription.person_id,
    subscriptionId: subscription.id,
    institutions: [subscription.institution_code],
    summary: t.cancellation(cents, subscription.id),
    fields: describeAsked.cancellation({
      ...{ id, cents, refundBy, subscriptionId: subscription.id, institution: subscription.institution_code },
      returned: soFar.returned,
    }),
    amountCents: cents,
    reason,
    command: { refundBy },
  });
}

/** Like `secondForRefund`, for confirming a payment at the institution; rejecting one moves no money. */
export async function secondForSettlement(
  tx: Tx,
  asking: Asking,
  payment: { id: number; subscriptionId: number },
  given: ManualDecision,
): Promise<Reply | undefined> {
  if (!asking.service.staff || given.decision !== 'settled') return undefined;
  const { subscription, row } = await openManualPayment(tx, payment);
  const at = receivedAt(given, asking.platform.clock.now());
  const limit = settingsReader(subscription.settings)('ManualSettlementSecondPersonAbove');
  if (!settlementNeedsSecond(row.amount_cents, limit)) return undefined;
  return askSecond(tx, asking, {
    kind: 'settlement',
    subject: { kind: 'payment', id: payment.id },
    personId: subscription.person_id,
    subscriptionId: subscription.id,
    institutions: [subscription.institution_code],
    summary: t.settlement(row.amount_cents, subscription.id),
    fields: describeAsked.settlement({
      paymentId: payment.id,
      subscriptionId: subscription.id,
      institution: subscription.institution_code,
      receivedAt: formatDateTime(at, asking.tenant.timeZone),
      proof: given.proof ?? null,
    }),
    amountCents: row.amount_cents,
    reason: given.reason ?? null,
    command: { receivedAt: at.toISOString(), proof: given.proof ?? null },
  });
}
