import { randomBytes } from 'node:crypto';
import { toAmount } from '@orbita/domain/foundation';
import {
  type Attention,
  attentionAfterRefund,
  chargeMove,
  type Refundable,
  type RefundState,
  splitRefund,
} from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/index.ts';
import type { House } from '../platform/house.ts';
import { type PixReturn, ProviderUnavailable } from '../platform/ports.ts';
import { lockSubscription } from '../subscription/index.ts';
import { setAttention } from './attention.ts';
import { tellPayment } from './close.ts';
import { isProviderFailure } from './provider.ts';
import { lockPayment, type PaymentRow, paymentById } from './store.ts';

/** The asking process looks first; after this the reconciliation does. */
const FIRST_CHECK_MS = 20_000;
const LATEST_CHECK_MS = 3_600_000;
const BATCH = 100;

export type RefundRow = {
  id: number;
  payment_id: number;
  amount_cents: number;
  state: RefundState;
  end_to_end_id: string | null;
  return_id: string | null;
};

type Received = Refundable & { paymentId: number };

/** What was received for the payments of a subscription and is neither given back nor about to be, newest first. */
async function leftOf(on: Runner, tenantId: number, subscriptionId: number): Promise<Received[]> {
  const rows = await on.many<{ payment_id: number; source: string | null; left_cents: number }>(sql`
    with money as (
      select y.id as payment_id, e.provider_event as source, (e.detail->>'amountCents')::bigint as cents
      from payment y join payment_event e on e.tenant_id = y.tenant_id and e.payment_id = y.id and e.kind = 'received'
      where y.tenant_id = ${tenantId} and y.subscription_id = ${subscriptionId} and y.method = 'pix'
      union all
      select y.id, null, coalesce(y.received_cents, y.amount_cents)
      from payment y
      where y.tenant_id = ${tenantId} and y.subscription_id = ${subscriptionId} and y.method <> 'pix'
        and y.state in ('paid', 'refunded')
    ), back as (
      select r.payment_id, r.amount_cents, r.end_to_end_id from refund r
      join payment y on y.tenant_id = r.tenant_id and y.id = r.payment_id
      where r.tenant_id = ${tenantId} and y.subscription_id = ${subscriptionId} and r.state <> 'failed'
    ), outside as (
      -- What was given back by hand names no Pix; it counts against the payment, from its oldest Pix on.
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

/** Cents that could still be given back of a subscription, or of one of its payments. */
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
  /** The institution gave it back itself; no provider is asked. */
  outside?: boolean;
};

async function insertRefund(
  tx: Tx,
  house: House,
  { reason, by }: RefundOrder,
  part: { paymentId: number; source: string | null; cents: number },
): Promise<RefundRow> {
  const now = house.clock.now();
  const returnId = part.source === null ? null : randomBytes(16).toString('hex');
  const firstCheck = part.source === null ? null : new Date(house.clock.wall() + FIRST_CHECK_MS);
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
 * Writes down what is to be given back, newest payment first; the subscription must be locked, so that two askers never
 * give the same money twice. Undefined when more is asked than is left. What came by Pix goes back by `sendRefunds` once
 * this is committed; what came otherwise is thereby registered as given back.
 */
export async function registerRefunds(
  tx: Tx,
  house: House,
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
      const made = await insertRefund(tx, house, order, { paymentId, ...part });
      rows.push(part.source === null ? await finish(tx, house, made, 'done') : made);
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

async function markPayment(tx: Tx, house: House, refund: RefundRow, done: boolean): Promise<void> {
  const now = house.clock.now();
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
  await tellPayment(tx, house, 'payment.refunded', after, { amount: toAmount(refund.amount_cents) });
}

/** Ends a refund; subscription and refund are locked. */
async function finish(
  tx: Tx,
  house: House,
  refund: RefundRow,
  state: 'done' | 'failed',
  failure: string | null = null,
): Promise<RefundRow> {
  await tx.one(sql`
    update refund set state = ${state}::text, settled_at = ${house.clock.now()}::timestamptz, next_check_at = null,
      failure = ${failure?.slice(0, 500) ?? null}::text
    where tenant_id = ${tx.tenantId} and id = ${refund.id} returning id`);
  await markPayment(tx, house, refund, state === 'done');
  return { ...refund, state };
}

/** Brings a refund to what the provider says of it. Answers whether anything changed. */
const applyReturn = (house: House, tenantId: number, refund: RefundRow, found: PixReturn): Promise<boolean> =>
  house.db.write(tenantId, async (tx) => {
    const payment = await paymentById(tx, tenantId, refund.payment_id);
    if (!payment) return false;
    await lockSubscription(tx, payment.subscription_id);
    const now = await tx.one<RefundRow>(sql`
      select id, payment_id, amount_cents, state, end_to_end_id, return_id from refund
      where tenant_id = ${tenantId} and id = ${refund.id} for update`);
    if (!now || now.state === 'done' || now.state === 'failed') return false;
    if (found.status === 'DEVOLVIDO') await finish(tx, house, now, 'done');
    else if (found.status === 'NAO_REALIZADO') await finish(tx, house, now, 'failed', found.reason);
    else return false;
    return true;
  });

type Account = { alias: string; code: string; subscription_id: number };

async function gatewayOf(house: House, tenantId: number, paymentId: number) {
  const row = await house.db.tenant(tenantId).one<Account>(sql`
    select t.alias, i.code, y.subscription_id from payment y
    join tenant t on t.id = y.tenant_id
    join subscription s on s.tenant_id = y.tenant_id and s.id = y.subscription_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where y.tenant_id = ${tenantId} and y.id = ${paymentId}`);
  const gateway = row && house.ports.pix.account(row.alias, row.code);
  if (!gateway) throw new ProviderUnavailable(`No provider account ${row?.alias}/${row?.code}`);
  return { gateway, subscriptionId: row.subscription_id };
}

/**
 * Asks the provider for one return, or what became of it, and applies the answer. It is noted as asked before the
 * provider hears of it: whatever happens then, the next look asks about it first.
 */
async function pursue(house: House, tenantId: number, refund: RefundRow): Promise<boolean> {
  const { end_to_end_id: endToEndId, return_id: id, amount_cents: amountCents } = refund;
  if (endToEndId === null || id === null) return false;
  const { gateway, subscriptionId } = await gatewayOf(house, tenantId, refund.payment_id);
  const known = refund.state === 'processing' ? await gateway.findReturn(endToEndId, id) : undefined;
  if (known) return applyReturn(house, tenantId, refund, known);
  await house.db.tenant(tenantId).one(sql`
    update refund set state = 'processing' where tenant_id = ${tenantId} and id = ${refund.id}
      and state = 'requested' returning id`);
  const note = `Devolução da inscrição ${subscriptionId}`;
  return applyReturn(house, tenantId, refund, await gateway.giveBack({ endToEndId, id, amountCents, note }));
}

/** Pursues refunds one by one; a provider that does not answer leaves them for the reconciliation. */
async function pursueAll(house: House, tenantId: number, rows: readonly RefundRow[]): Promise<number> {
  let changed = 0;
  for (const row of rows) {
    try {
      if (await pursue(house, tenantId, row)) changed += 1;
    } catch (error) {
      const level = isProviderFailure(error) ? 'warn' : 'error';
      house.log[level]({ refund: row.id, err: error }, 'refund waits');
    }
  }
  return changed;
}

/** Has providers give back what was registered, outside any transaction; answers the states after. */
export async function sendRefunds(
  house: House,
  tenantId: number,
  ids: readonly number[],
): Promise<RefundState[]> {
  const on = house.db.tenant(tenantId);
  const read = () =>
    on.many<RefundRow>(sql`
      select id, payment_id, amount_cents, state, end_to_end_id, return_id from refund
      where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) order by id`);
  const open = (await read()).filter(({ state }) => state === 'requested' || state === 'processing');
  await pursueAll(house, tenantId, open);
  return (await read()).map(({ state }) => state);
}

/** The same behind the caller's back. */
export function sendLater(house: House, tenantId: number, rows: readonly RefundRow[]): void {
  if (rows.length === 0) return;
  setImmediate(() => {
    sendRefunds(
      house,
      tenantId,
      rows.map(({ id }) => id),
    ).catch((error) => house.log.error({ err: error }, 'refunds'));
  });
}

/** Asks about the refunds of a payment that are under way: a notice spoke of them. @throws when nobody answers. */
export async function lookUpRefunds(house: House, tenantId: number, paymentId: number): Promise<void> {
  const open = await house.db.tenant(tenantId).many<RefundRow>(sql`
    select id, payment_id, amount_cents, state, end_to_end_id, return_id from refund
    where tenant_id = ${tenantId} and payment_id = ${paymentId} and state in ('requested', 'processing')
    order by id`);
  for (const row of open) await pursue(house, tenantId, row);
}

/** Refunds that are due to be asked about, ever more seldom; answers how many ended. */
export async function reconcileRefunds(house: House, tenantId: number): Promise<number> {
  const wall = new Date(house.clock.wall());
  const due = await house.db.tenant(tenantId).many<RefundRow>(sql`
    update refund set checks = checks + 1,
      next_check_at = ${wall}::timestamptz + least(${LATEST_CHECK_MS}::int, 5000 * (checks + 1) * (checks + 1))
        * interval '1 millisecond'
    where tenant_id = ${tenantId} and id in (
      select id from refund where tenant_id = ${tenantId} and state in ('requested', 'processing')
        and return_id is not null and next_check_at <= ${wall}::timestamptz
      order by next_check_at limit ${BATCH}::int for update skip locked)
    returning id, payment_id, amount_cents, state, end_to_end_id, return_id`);
  return pursueAll(house, tenantId, due);
}
