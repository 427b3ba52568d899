import { randomBytes } from 'node:crypto';
import { toAmount } from '@orbita/domain/foundation';
import {
  type Attention,
  attentionAfterRefund,
  chargeMove,
  type RefundState,
  splitRefund,
} from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { setAttention } from './attention.ts';
import { emitPayment } from './close.ts';
import { loseDispute } from './dispute.ts';
import { endRecurrences } from './recurrence/end.ts';
import { markMonth, touchMonth } from './recurrence/month.ts';
import { tellRefund } from './refund-notice.ts';
import { isSameMoney, type MoneyOf, receivedOf } from './refundable.ts';
import { lockPayment, type PaymentRow } from './store.ts';

/** The process that requests a refund checks on it first; after this time the reconciliation job does. */
const FIRST_CHECK_MS = 20_000;
/** Failure reason of a refund that the provider no longer accepts; the money may be given back outside. */
const TOO_LATE = 'O prazo do prestador para devolver terminou: devolva por fora e registre.';

export type RefundRow = {
  id: number;
  /** What the money was paid for; exactly one of the two is set. */
  payment_id: number | null;
  month_id: number | null;
  amount_cents: number;
  state: RefundState;
  end_to_end_id: string | null;
  return_id: string | null;
  /** How many times the provider has been asked about it. */
  checks: number;
};

/** SQL columns of a `RefundRow`. */
export const REFUND = sql`id, payment_id, month_id, amount_cents, state, end_to_end_id, return_id, checks`;

export type RefundOrder = {
  cents: number;
  reason: string;
  by: string;
  /** Restricts the refund to this payment or month. */
  only?: MoneyOf;
  /** The institution refunds the money itself; no provider is called. */
  outside?: boolean;
  /** The request approved by a second person, if one was required. */
  approvalId?: number | undefined;
};

async function insertRefund(
  tx: Tx,
  platform: Platform,
  { reason, by, approvalId }: RefundOrder,
  part: { of: MoneyOf; source: string | null; cents: number },
): Promise<RefundRow> {
  const paymentId = 'paymentId' in part.of ? part.of.paymentId : null;
  const monthId = 'monthId' in part.of ? part.of.monthId : null;
  const now = platform.clock.now();
  const returnId = part.source === null ? null : randomBytes(16).toString('hex');
  const firstCheck = part.source === null ? null : new Date(platform.clock.wall() + FIRST_CHECK_MS);
  const row = await tx.one<RefundRow>(sql`
    insert into refund (tenant_id, payment_id, month_id, amount_cents, reason, requested_by, state, end_to_end_id, return_id,
      next_check_at, requested_at, approval_id)
    values (${tx.tenantId}, ${paymentId}::bigint, ${monthId}::bigint, ${part.cents}::bigint, ${reason}::text, ${by}::text, 'requested',
      ${part.source}::text, ${returnId}::text, ${firstCheck}::timestamptz, ${now}::timestamptz,
      ${approvalId ?? null}::bigint)
    returning ${REFUND}`);
  if (!row) throw new Error('The refund was not kept');
  if (paymentId !== null)
    await tx.one(sql`update payment set updated_at = ${now}::timestamptz
      where tenant_id = ${tx.tenantId} and id = ${paymentId} returning id`);
  if (monthId !== null) await touchMonth(tx, monthId, now);
  return row;
}

/**
 * Records refunds, months before payments and newest first; the caller must hold the lock on the subscription, so that two
 * requests never refund the same money twice. Returns undefined when more is requested than is left. Pix and card money is sent
 * back by `sendRefunds` (returns.ts) after the commit; other money counts as refunded once recorded here. A refund that a
 * provider no longer accepts is recorded as failed at once.
 */
export async function registerRefunds(
  tx: Tx,
  platform: Platform,
  subscriptionId: number,
  order: RefundOrder,
): Promise<RefundRow[] | undefined> {
  const { only } = order;
  const all = await receivedOf(tx, subscriptionId, platform.clock.now());
  const left = all.filter(({ of }) => only === undefined || isSameMoney(of, only));
  const rows: RefundRow[] = [];
  let rest = order.cents;
  if (left.reduce((sum, { leftCents }) => sum + leftCents, 0) < rest) return undefined;
  const wholes = left.filter(({ of }, at) => left.findIndex((one) => isSameMoney(one.of, of)) === at);
  for (const { of } of wholes) {
    const parts = left.filter((one) => isSameMoney(one.of, of));
    const cents = Math.min(
      rest,
      parts.reduce((sum, { leftCents }) => sum + leftCents, 0),
    );
    if (cents === 0) continue;
    const sent = order.outside ? [{ source: null, cents }] : (splitRefund(cents, parts) ?? []);
    for (const part of sent) {
      const made = await insertRefund(tx, platform, order, { of, ...part });
      const tooLate = parts.some(({ source, tooLate: late }) => late && source === part.source);
      if (part.source === null) rows.push(await finish(tx, platform, made, 'done'));
      else rows.push(tooLate ? await finish(tx, platform, made, 'failed', TOO_LATE) : made);
    }
    rest -= cents;
  }
  return rows;
}

async function returnedOf(tx: Tx, paymentId: number): Promise<number> {
  const row = await tx.one<{ cents: number }>(sql`
    select coalesce(sum(amount_cents), 0)::bigint as cents from refund
    where tenant_id = ${tx.tenantId} and payment_id = ${paymentId} and state = 'done'`);
  return row?.cents ?? 0;
}

async function markPayment(
  tx: Tx,
  platform: Platform,
  paymentId: number,
  refund: RefundRow,
  done: boolean,
): Promise<void> {
  const now = platform.clock.now();
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw new Error(`Payment ${paymentId} vanished`);
  const known = payment.attention as Attention[];
  if (!done) {
    return setAttention(tx, payment, [...new Set([...known, 'refund-failed' as const])], now);
  }
  const returned = await returnedOf(tx, payment.id);
  const received = payment.received_cents ?? payment.amount_cents;
  const whole = returned >= received && chargeMove(payment.state, 'refunded').changed;
  const after: PaymentRow = whole ? { ...payment, state: 'refunded' } : payment;
  await tx.one(sql`update payment set state = ${after.state}::text, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${payment.id} returning id`);
  const asked = payment.amount_cents;
  await setAttention(tx, payment, attentionAfterRefund(known, { asked, received, returned }), now);
  if (whole) await loseDispute(tx, payment.id);
  // A payer who got the first instalment back does not pay the later ones (D-70).
  if (whole && payment.purpose === 'enrollment') await endRecurrences(tx, platform, payment.subscription_id);
  await emitPayment(tx, platform, 'payment.refunded', after, { amount: toAmount(refund.amount_cents) });
}

/** Ends a refund and returns it in its new state; subscription and refund must be locked. */
export async function finish(
  tx: Tx,
  platform: Platform,
  refund: RefundRow,
  state: 'done' | 'failed',
  failure: string | null = null,
): Promise<RefundRow> {
  await tx.one(sql`
    update refund set state = ${state}::text, settled_at = ${platform.clock.now()}::timestamptz, next_check_at = null,
      failure = ${failure?.slice(0, 500) ?? null}::text
    where tenant_id = ${tx.tenantId} and id = ${refund.id} returning id`);
  const { payment_id: paymentId, month_id: monthId, amount_cents: cents } = refund;
  const done = state === 'done';
  if (paymentId !== null) await markPayment(tx, platform, paymentId, refund, done);
  if (monthId !== null) await markMonth(tx, platform, { id: monthId, cents, done });
  if (done) await tellRefund(tx, platform, refund);
  return { ...refund, state };
}
