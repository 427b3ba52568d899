import { randomBytes } from 'node:crypto';
import { toAmount } from '@orbita/domain/foundation';
import {
  type Attention,
  attentionAfterRefund,
  chargeMove,
  isTooLateToReturn,
  type PaymentMethod,
  RETURNED_METHODS,
  type Refundable,
  type RefundState,
  splitRefund,
} from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { literals } from '../platform/database/literals.ts';
import type { Runner, Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { setAttention } from './attention.ts';
import { emitPayment } from './close.ts';
import { loseDispute } from './dispute.ts';
import { endRecurrences } from './recurrence/end.ts';
import { lockPayment, type PaymentRow } from './store.ts';

/** The process that requests a refund checks it first; after this time the reconciliation does. */
const FIRST_CHECK_MS = 20_000;
/** Why a refund fails that no provider is asked for any more; it may be given back outside. */
const TOO_LATE = 'O prazo do prestador para devolver terminou: devolva por fora e registre.';
/** Methods whose money goes back by the provider that took it. */
const RETURNED = literals(RETURNED_METHODS);

export type RefundRow = {
  id: number;
  payment_id: number;
  amount_cents: number;
  state: RefundState;
  end_to_end_id: string | null;
  return_id: string | null;
  /** How often the provider was asked about it. */
  checks: number;
};

/** Columns of a `RefundRow`. */
export const REFUND = sql`id, payment_id, amount_cents, state, end_to_end_id, return_id, checks`;

type Received = Refundable & { paymentId: number; tooLate: boolean };

/** Payments received for a subscription, less what was refunded or is being refunded, newest first. */
async function leftOf(
  on: Runner,
  tenantId: number,
  subscriptionId: number,
  now: Date | null = null,
): Promise<Received[]> {
  type Row = {
    payment_id: number;
    method: PaymentMethod;
    source: string | null;
    at: Date | null;
    left_cents: number;
  };
  const rows = await on.many<Row>(sql`
    with money as (
      select y.id as payment_id, y.method, e.provider_event as source, e.at, (e.detail->>'amountCents')::bigint as cents
      from payment y join payment_event e on e.tenant_id = y.tenant_id and e.payment_id = y.id and e.kind = 'received'
      where y.tenant_id = ${tenantId} and y.subscription_id = ${subscriptionId} and y.method in ${RETURNED}
      union all
      select y.id, y.method, null, null, coalesce(y.received_cents, y.amount_cents)
      from payment y
      where y.tenant_id = ${tenantId} and y.subscription_id = ${subscriptionId} and y.method not in ${RETURNED}
        and y.state in ('paid', 'refunded')
    ), back as (
      select r.payment_id, r.amount_cents, r.end_to_end_id from refund r
      join payment y on y.tenant_id = r.tenant_id and y.id = r.payment_id
      where r.tenant_id = ${tenantId} and y.subscription_id = ${subscriptionId} and r.state <> 'failed'
    ), outside as (
      -- A refund made outside references no money; it counts against the payment, beginning with its oldest.
      select payment_id, sum(amount_cents) as cents from back where end_to_end_id is null group by payment_id
    ), named as (
      select m.payment_id, m.method, m.source, m.at, m.cents - coalesce((select sum(b.amount_cents) from back b
          where b.payment_id = m.payment_id and b.end_to_end_id = m.source), 0) as cents
      from money m
    ), running as (
      select n.*, coalesce(o.cents, 0) as outside,
        coalesce(sum(n.cents) over (partition by n.payment_id order by n.source
          rows between unbounded preceding and 1 preceding), 0) as before
      from named n left join outside o on o.payment_id = n.payment_id
    )
    select payment_id, method, source, at,
      (cents - least(cents, greatest(0, outside - before)))::bigint as left_cents
    from running order by payment_id desc, source`);
  return rows.map((row) => ({
    paymentId: row.payment_id,
    source: row.source,
    leftCents: row.left_cents,
    tooLate: now !== null && row.at !== null && isTooLateToReturn(row.method, row.at, now),
  }));
}

/** Cents that could still be refunded of a subscription, or of one of its payments. */
export async function refundableOf(
  on: Runner,
  tenantId: number,
  subscriptionId: number,
  paymentId?: number,
): Promise<number> {
  const left = await leftOf(on, tenantId, subscriptionId);
  return left
    .filter((one) => paymentId === undefined || one.paymentId === paymentId)
    .reduce((sum, { leftCents }) => sum + leftCents, 0);
}

export type RefundOrder = {
  cents: number;
  reason: string;
  by: string;
  /** Only of this payment. */
  paymentId?: number;
  /** The institution refunded it itself; no provider is called. */
  outside?: boolean;
};

async function insertRefund(
  tx: Tx,
  platform: Platform,
  { reason, by }: RefundOrder,
  part: { paymentId: number; source: string | null; cents: number },
): Promise<RefundRow> {
  const now = platform.clock.now();
  const returnId = part.source === null ? null : randomBytes(16).toString('hex');
  const firstCheck = part.source === null ? null : new Date(platform.clock.wall() + FIRST_CHECK_MS);
  const row = await tx.one<RefundRow>(sql`
    insert into refund (tenant_id, payment_id, amount_cents, reason, requested_by, state, end_to_end_id, return_id,
      next_check_at, requested_at)
    values (${tx.tenantId}, ${part.paymentId}, ${part.cents}::bigint, ${reason}::text, ${by}::text, 'requested',
      ${part.source}::text, ${returnId}::text, ${firstCheck}::timestamptz, ${now}::timestamptz)
    returning ${REFUND}`);
  if (!row) throw new Error('The refund was not kept');
  await tx.one(sql`update payment set updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${part.paymentId} returning id`);
  return row;
}

/**
 * Records refunds, newest payment first; the subscription must be locked, so that two requests never refund
 * the same money twice. Undefined when more is requested than is left. Money from Pix and cards is returned by
 * `sendRefunds` (returns.ts) once this is committed; other money counts as refunded by being recorded here. What a provider gives back
 * no more is recorded as failed at once.
 */
export async function registerRefunds(
  tx: Tx,
  platform: Platform,
  subscriptionId: number,
  order: RefundOrder,
): Promise<RefundRow[] | undefined> {
  const all = await leftOf(tx, tx.tenantId, subscriptionId, platform.clock.now());
  const left = all.filter(({ paymentId }) => order.paymentId === undefined || paymentId === order.paymentId);
  const rows: RefundRow[] = [];
  let rest = order.cents;
  if (left.reduce((sum, { leftCents }) => sum + leftCents, 0) < rest) return undefined;
  for (const paymentId of new Set(left.map((one) => one.paymentId))) {
    const of = left.filter((one) => one.paymentId === paymentId);
    const cents = Math.min(
      rest,
      of.reduce((sum, { leftCents }) => sum + leftCents, 0),
    );
    if (cents === 0) continue;
    const parts = order.outside ? [{ source: null, cents }] : (splitRefund(cents, of) ?? []);
    for (const part of parts) {
      const made = await insertRefund(tx, platform, order, { paymentId, ...part });
      const tooLate = of.some(({ source, tooLate: late }) => late && source === part.source);
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

async function markPayment(tx: Tx, platform: Platform, refund: RefundRow, done: boolean): Promise<void> {
  const now = platform.clock.now();
  const payment = await lockPayment(tx, refund.payment_id);
  if (!payment) throw new Error(`Payment ${refund.payment_id} vanished`);
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
  // Who got the first instalment back pays no later one (D-70).
  if (whole && payment.purpose === 'enrollment') await endRecurrences(tx, platform, payment.subscription_id);
  await emitPayment(tx, platform, 'payment.refunded', after, { amount: toAmount(refund.amount_cents) });
}

/** Ends a refund; subscription and refund are locked. Returns it as it is then. */
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
  await markPayment(tx, platform, refund, state === 'done');
  return { ...refund, state };
}
