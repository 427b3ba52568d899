import { randomBytes } from 'node:crypto';
import { toAmount } from '@orbita/domain/foundation';
import {
  type Attention,
  attentionAfterRefund,
  chargeMove,
  PIX_METHODS,
  type Refundable,
  type RefundState,
  splitRefund,
} from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { CardRefund } from '../platform/acquirer-port.ts';
import { literals } from '../platform/database/literals.ts';
import type { Runner, Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { type PixReturn, ProviderUnavailable } from '../platform/ports.ts';
import { lockSubscription } from '../subscription/move.ts';
import { setAttention } from './attention.ts';
import { emitPayment } from './close.ts';
import { loseDispute } from './dispute.ts';
import { isProviderFailure } from './provider.ts';
import { endRecurrences } from './recurrence/end.ts';
import { chargeById, lockPayment, type PaymentRow, paymentById } from './store.ts';

/** The process that requests a refund checks it first; after this time the reconciliation does. */
const FIRST_CHECK_MS = 20_000;
const LATEST_CHECK_MS = 3_600_000;
const BATCH = 100;
/** Money that its provider returns. */
/** Methods whose money is given back through its provider, each sum under its own identifier. */
const TRACED = literals([...PIX_METHODS, 'credit-card']);

export type RefundRow = {
  id: number;
  payment_id: number;
  amount_cents: number;
  state: RefundState;
  end_to_end_id: string | null;
  return_id: string | null;
};

type Received = Refundable & { paymentId: number };

/** Payments received for a subscription, less what was refunded or is being refunded, newest first. */
async function leftOf(on: Runner, tenantId: number, subscriptionId: number): Promise<Received[]> {
  const rows = await on.many<{ payment_id: number; source: string | null; left_cents: number }>(sql`
    with money as (
      select y.id as payment_id, e.provider_event as source, (e.detail->>'amountCents')::bigint as cents
      from payment y join payment_event e on e.tenant_id = y.tenant_id and e.payment_id = y.id and e.kind = 'received'
      where y.tenant_id = ${tenantId} and y.subscription_id = ${subscriptionId} and y.method in ${TRACED}
      union all
      select y.id, null, coalesce(y.received_cents, y.amount_cents)
      from payment y
      where y.tenant_id = ${tenantId} and y.subscription_id = ${subscriptionId} and y.method not in ${TRACED}
        and y.state in ('paid', 'refunded')
    ), back as (
      select r.payment_id, r.amount_cents, r.end_to_end_id from refund r
      join payment y on y.tenant_id = r.tenant_id and y.id = r.payment_id
      where r.tenant_id = ${tenantId} and y.subscription_id = ${subscriptionId} and r.state <> 'failed'
    ), outside as (
      -- A manual refund references no Pix; it counts against the payment, beginning with its oldest Pix.
      select payment_id, sum(amount_cents) as cents from back where end_to_end_id is null group by payment_id
    ), named as (
      select m.payment_id, m.source, m.cents - coalesce((select sum(b.amount_cents) from back b
          where b.payment_id = m.payment_id and b.end_to_end_id = m.source), 0) as cents
      from money m
    ), running as (
      select n.*, coalesce(o.cents, 0) as outside,
        coalesce(sum(n.cents) over (partition by n.payment_id order by n.source
          rows between unbounded preceding and 1 preceding), 0) as before
      from named n left join outside o on o.payment_id = n.payment_id
    )
    select payment_id, source,
      (cents - least(cents, greatest(0, outside - before)))::bigint as left_cents
    from running order by payment_id desc, source`);
  return rows.map((row) => ({
    paymentId: row.payment_id,
    source: row.source,
    leftCents: row.left_cents,
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
    returning id, payment_id, amount_cents, state, end_to_end_id, return_id`);
  if (!row) throw new Error('The refund was not kept');
  await tx.one(sql`update payment set updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${part.paymentId} returning id`);
  return row;
}

/**
 * Records refunds, newest payment first; the subscription must be locked, so that two requests never refund
 * the same money twice. Undefined when more is requested than is left. Money from Pix is returned by
 * `sendRefunds` once this is committed; other money counts as refunded by being recorded here.
 */
export async function registerRefunds(
  tx: Tx,
  platform: Platform,
  subscriptionId: number,
  order: RefundOrder,
): Promise<RefundRow[] | undefined> {
  const all = await leftOf(tx, tx.tenantId, subscriptionId);
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
      rows.push(part.source === null ? await finish(tx, platform, made, 'done') : made);
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

/** Ends a refund; subscription and refund are locked. */
async function finish(
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

/** Updates a refund to the state the provider reports. Returns whether anything changed. */
const applyReturn = (
  platform: Platform,
  tenantId: number,
  refund: RefundRow,
  found: Pick<PixReturn, 'status' | 'reason'>,
): Promise<boolean> =>
  platform.db.write(tenantId, async (tx) => {
    const payment = await paymentById(tx, tenantId, refund.payment_id);
    if (!payment) return false;
    await lockSubscription(tx, payment.subscription_id);
    const now = await tx.one<RefundRow>(sql`
      select id, payment_id, amount_cents, state, end_to_end_id, return_id from refund
      where tenant_id = ${tenantId} and id = ${refund.id} for update`);
    if (!now || now.state === 'done' || now.state === 'failed') return false;
    if (found.status === 'DEVOLVIDO') await finish(tx, platform, now, 'done');
    else if (found.status === 'NAO_REALIZADO') await finish(tx, platform, now, 'failed', found.reason);
    else return false;
    return true;
  });

const CARD_RETURN: Record<CardRefund['status'], PixReturn['status']> = {
  DONE: 'DEVOLVIDO',
  PROCESSING: 'EM_PROCESSAMENTO',
  REFUSED: 'NAO_REALIZADO',
};

/** Money of a card is received under this mark and our number of the charge (`cardReport`). */
const isCardMoney = (source: string): boolean => source.startsWith('card:');

async function cardAccountOf(platform: Platform, tenantId: number, paymentId: number) {
  const row = await chargeById(platform.db.tenant(tenantId), tenantId, paymentId);
  const acquirer =
    row?.card && platform.ports.acquirers.account(row.tenant_alias, row.institution_code, row.card.provider);
  if (!row || !acquirer) throw new ProviderUnavailable(`No acquirer of payment ${paymentId}`);
  return { acquirer, orderId: row.reference };
}

type Account = { alias: string; code: string; subscription_id: number };

async function gatewayOf(platform: Platform, tenantId: number, paymentId: number) {
  const row = await platform.db.tenant(tenantId).one<Account>(sql`
    select t.alias, i.code, y.subscription_id from payment y
    join tenant t on t.id = y.tenant_id
    join subscription s on s.tenant_id = y.tenant_id and s.id = y.subscription_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where y.tenant_id = ${tenantId} and y.id = ${paymentId}`);
  const gateway = row && platform.ports.pix.account(row.alias, row.code);
  if (!gateway) throw new ProviderUnavailable(`No provider account ${row?.alias}/${row?.code}`);
  return { gateway, subscriptionId: row.subscription_id };
}

/**
 * Asks the acquirer to give a card's money back: a void on the day of the sale, a refund later. A repeat gives back once,
 * because the acquirer is told what was to be given back before.
 */
async function pursueCard(platform: Platform, tenantId: number, refund: RefundRow): Promise<boolean> {
  const on = platform.db.tenant(tenantId);
  const account = await cardAccountOf(platform, tenantId, refund.payment_id);
  const before = await on.one<{ cents: number }>(sql`
    select coalesce(sum(amount_cents), 0)::bigint as cents from refund
    where tenant_id = ${tenantId} and payment_id = ${refund.payment_id} and id < ${refund.id} and state <> 'failed'
      and end_to_end_id is not null`);
  await on.one(sql`update refund set state = 'processing' where tenant_id = ${tenantId} and id = ${refund.id}
    and state = 'requested' returning id`);
  const { status, reason } = await account.acquirer.refund({
    orderId: account.orderId,
    amountCents: refund.amount_cents,
    refundedBeforeCents: before?.cents ?? 0,
  });
  return applyReturn(platform, tenantId, refund, { status: CARD_RETURN[status], reason });
}

/**
 * Requests one return at the provider, or looks up its state, and applies the answer. The request is recorded
 * before it is sent, so that after a crash the next run looks it up first.
 */
async function pursue(platform: Platform, tenantId: number, refund: RefundRow): Promise<boolean> {
  const { end_to_end_id: endToEndId, return_id: id, amount_cents: amountCents } = refund;
  if (endToEndId === null || id === null) return false;
  if (isCardMoney(endToEndId)) return pursueCard(platform, tenantId, refund);
  const { gateway, subscriptionId } = await gatewayOf(platform, tenantId, refund.payment_id);
  const known = refund.state === 'processing' ? await gateway.findReturn(endToEndId, id) : undefined;
  if (known) return applyReturn(platform, tenantId, refund, known);
  await platform.db.tenant(tenantId).one(sql`
    update refund set state = 'processing' where tenant_id = ${tenantId} and id = ${refund.id}
      and state = 'requested' returning id`);
  const note = `Devolução da inscrição ${subscriptionId}`;
  return applyReturn(
    platform,
    tenantId,
    refund,
    await gateway.giveBack({ endToEndId, id, amountCents, note }),
  );
}

/** Processes refunds one by one; those whose provider does not answer are left to the reconciliation. */
async function pursueAll(platform: Platform, tenantId: number, rows: readonly RefundRow[]): Promise<number> {
  let changed = 0;
  for (const row of rows) {
    try {
      if (await pursue(platform, tenantId, row)) changed += 1;
    } catch (error) {
      const level = isProviderFailure(error) ? 'warn' : 'error';
      platform.log[level]({ refund: row.id, err: error }, 'refund waits');
    }
  }
  return changed;
}

/**
 * Requests the recorded refunds at their providers, outside any transaction; returns their states afterwards.
 */
export async function sendRefunds(
  platform: Platform,
  tenantId: number,
  ids: readonly number[],
): Promise<RefundState[]> {
  const on = platform.db.tenant(tenantId);
  const read = () =>
    on.many<RefundRow>(sql`
      select id, payment_id, amount_cents, state, end_to_end_id, return_id from refund
      where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) order by id`);
  const open = (await read()).filter(({ state }) => state === 'requested' || state === 'processing');
  await pursueAll(platform, tenantId, open);
  return (await read()).map(({ state }) => state);
}

/** The same in the background. */
export function sendLater(platform: Platform, tenantId: number, rows: readonly RefundRow[]): void {
  if (rows.length === 0) return;
  setImmediate(() => {
    sendRefunds(
      platform,
      tenantId,
      rows.map(({ id }) => id),
    ).catch((error) => platform.log.error({ err: error }, 'refunds'));
  });
}

/**
 * Looks up the pending refunds of a payment, because a webhook mentioned them. @throws when the provider does
 * not answer.
 */
export async function lookUpRefunds(platform: Platform, tenantId: number, paymentId: number): Promise<void> {
  const open = await platform.db.tenant(tenantId).many<RefundRow>(sql`
    select id, payment_id, amount_cents, state, end_to_end_id, return_id from refund
    where tenant_id = ${tenantId} and payment_id = ${paymentId} and state in ('requested', 'processing')
    order by id`);
  for (const row of open) await pursue(platform, tenantId, row);
}

/** Looks up refunds that are due, at growing intervals; returns how many ended. */
export async function reconcileRefunds(platform: Platform, tenantId: number): Promise<number> {
  const wall = new Date(platform.clock.wall());
  const due = await platform.db.tenant(tenantId).many<RefundRow>(sql`
    update refund set checks = checks + 1,
      next_check_at = ${wall}::timestamptz + least(${LATEST_CHECK_MS}::int, 5000 * (checks + 1) * (checks + 1))
        * interval '1 millisecond'
    where tenant_id = ${tenantId} and id in (
      select id from refund where tenant_id = ${tenantId} and state in ('requested', 'processing')
        and return_id is not null and next_check_at <= ${wall}::timestamptz
      order by next_check_at limit ${BATCH}::int for update skip locked)
    returning id, payment_id, amount_cents, state, end_to_end_id, return_id`);
  return pursueAll(platform, tenantId, due);
}
