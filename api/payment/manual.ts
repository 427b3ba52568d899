import { dueNow, priceRows } from '@orbita/domain/payment';
import { awaitsPayment, PAYMENT_STATUS, purposeIn, STATUS } from '@orbita/domain/subscription';
import sql, { type Sql } from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { type ApplicationDecider, checkApplication } from '../subscription/decision.ts';
import type { SubscriptionState } from '../subscription/facts.ts';
import { lockSubscription, moveSubscription } from '../subscription/move.ts';
import { settleItem } from '../work/decision.ts';
import { clearAttention } from './attention.ts';
import { checkPayable, isSettled, type ListedPrice, pricesFor, readBill } from './bill.ts';
import { cancelOpenCharges, closeCharge, emitPayment } from './close.ts';
import { insertPayment, lockPayment, type NewPayment, openChargeOf, type PaymentRow } from './store.ts';

type Asked = { by: string; reason: string | null };

/** Marks a manual payment as requested by the candidate rather than by the institution. */
export const BY_CANDIDATE: Asked = { by: 'candidate', reason: null };

/** Records who requested a payment with method `manual` and why; the payment row must already exist. */
export async function noteManual(tx: Tx, paymentId: number, { by, reason }: Asked): Promise<void> {
  await tx.one(sql`
    insert into manual_payment (tenant_id, payment_id, reason, requested_by)
    values (${tx.tenantId}, ${paymentId}, ${reason}::text, ${by}::text) returning payment_id`);
}

type Terms = Pick<NewPayment, 'subscription_id' | 'purpose' | 'amount_cents'> & Partial<NewPayment>;

/**
 * Creates a payment for the institution to confirm or reject, and publishes it. The caller must hold the lock on the
 * subscription.
 */
export async function openManual(
  tx: Tx,
  platform: Platform,
  terms: Terms,
  asked: Asked,
): Promise<PaymentRow> {
  const row = await insertPayment(
    tx,
    {
      price_id: null,
      installments: 1,
      voucher_id: null,
      discounts: { rows: [], voucher: null, mode: 'full' },
      ...terms,
      method: 'manual',
      state: 'pending',
    },
    platform.clock.now(),
    null,
  );
  await noteManual(tx, row.id, asked);
  await emitPayment(tx, platform, 'payment.manual-requested', row);
  return row;
}

type Former = Pick<PaymentRow, 'purpose' | 'price_id' | 'installments' | 'amount_cents'> & {
  reason: string | null;
  requested_by: string;
};

/**
 * The undecided manual payment that was closed when the application was blocked or left; it is reopened together with the
 * application.
 */
const formerOf = (tx: Tx, subscriptionId: number) =>
  tx.one<Former>(sql`
    select y.purpose, y.price_id, y.installments, y.amount_cents, m.reason, m.requested_by
    from payment y join manual_payment m on m.tenant_id = y.tenant_id and m.payment_id = y.id
    where y.tenant_id = ${tx.tenantId} and y.subscription_id = ${subscriptionId} and m.decision is null
      and y.state = 'cancelled'
    order by y.id desc limit 1`);

const dueOf = (price: ListedPrice): number => dueNow(priceRows(price));

/** Creates the payment for the most expensive plan when a candidate's move led here without choosing a plan. */
async function openForCandidate(tx: Tx, platform: Platform, row: SubscriptionState): Promise<void> {
  const purpose = purposeIn(row.status);
  const bill = await readBill(platform, tx, row);
  checkPayable(bill, purpose);
  if (bill.minor && !row.guardian_saved) fail('GUARDIAN_REQUIRED', { extra: { status: row.status } });
  const open = await openChargeOf(tx, row.id, purpose);
  if (open) fail('OPEN_CHARGE', { extra: { paymentId: open.id, status: row.status } });
  const [price] = pricesFor(bill, purpose).sort((a, b) => dueOf(b) - dueOf(a));
  if (!price) fail('PRICE_NOT_REGISTERED');
  const terms = { subscription_id: row.id, purpose, amount_cents: dueOf(price), price_id: price.id } as const;
  await openManual(tx, platform, terms, BY_CANDIDATE);
}

/**
 * Gives an application that enters status 11 its payment: the one the move was made for, the one open before a cancellation or
 * block, or the one the candidate would have to pay. Part of a move, before it is written.
 */
export async function ensureManual(tx: Tx, platform: Platform, row: SubscriptionState): Promise<void> {
  const open = await tx.one(sql`
    select id from payment where tenant_id = ${tx.tenantId} and subscription_id = ${row.id}
      and method = 'manual' and state = 'pending'`);
  if (open) return;
  if (awaitsPayment(row.status)) return openForCandidate(tx, platform, row);
  const former = await formerOf(tx, row.id);
  if (!former) throw new Error(`Subscription ${row.id} goes back to 11 without a payment`);
  const { reason, requested_by: by, ...terms } = former;
  await openManual(tx, platform, { ...terms, subscription_id: row.id }, { by, reason });
}

export type ManualRequest = { purpose: 'tax' | 'enrollment'; amountCents: number; reason: string };

/**
 * Requests a payment at the institution itself (TR-12, TR-80), replacing open charges. Fails with 409 `ALREADY_PAID`, or
 * `STATE_CONFLICT` when the application is not waiting for a payment for this purpose.
 */
export async function requestManual(
  tx: Tx,
  platform: Platform,
  subscriptionId: number,
  by: string,
  { purpose, amountCents, reason }: ManualRequest,
) {
  const subscription = await lockSubscription(tx, subscriptionId);
  const { status } = subscription;
  if (isSettled({ state: subscription }, purpose)) fail('ALREADY_PAID', { extra: { status } });
  if (status !== PAYMENT_STATUS[purpose]) fail('STATE_CONFLICT', { extra: { status } });
  await cancelOpenCharges(tx, platform, subscription);
  const row = await openManual(
    tx,
    platform,
    { subscription_id: subscriptionId, purpose, amount_cents: amountCents },
    { by, reason },
  );
  const moved = await moveSubscription(tx, platform, {
    subscriptionId,
    event: 'manual-payment-requested',
    actor: 'operations',
    reason,
    facts: { manualPaymentPurpose: purpose },
  });
  return { id: row.id, subscriptionId, purpose, amountCents, reason, status: moved.to };
}

export type ManualDecision = {
  decision: 'settled' | 'refused';
  receivedAt?: string | null | undefined;
  proof?: string | null | undefined;
  reason?: string | null | undefined;
};

const noteDecision = (tx: Tx, paymentId: number, by: string, given: ManualDecision, now: Date, at: Sql) =>
  tx.one(sql`
    update manual_payment set decision = ${given.decision}::text, received_at = ${at},
      proof = ${given.proof?.trim() || null}::text, decision_reason = ${given.reason?.trim() || null}::text,
      decided_by = ${by}::text, decided_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and payment_id = ${paymentId} returning payment_id`);

/** When the payment was received, by default now; 422 for a time in the future. */
export function receivedAt({ receivedAt: given }: ManualDecision, now: Date): Date {
  const at = given ? new Date(given) : now;
  if (at > now) invalid([{ field: 'receivedAt', message: 'Must not be in the future' }]);
  return at;
}

async function settle(tx: Tx, platform: Platform, row: PaymentRow, by: string, given: ManualDecision) {
  const now = platform.clock.now();
  const at = receivedAt(given, now);
  await tx.one(sql`
    update payment set state = 'paid', received_cents = amount_cents, paid_at = ${at}::timestamptz,
      updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${row.id} returning id`);
  await noteDecision(tx, row.id, by, given, now, sql`${at}::timestamptz`);
  // If this was the rest of an underpayment, nothing is missing any more.
  await clearAttention(tx, row.subscription_id, 'amount-lower', row.purpose, now);
  const paid = { ...row, state: 'paid' as const, received_cents: row.amount_cents };
  await emitPayment(tx, platform, 'payment.manual-decided', paid, { decision: 'settled' });
}

async function refuse(
  tx: Tx,
  platform: Platform,
  subscription: SubscriptionState,
  row: PaymentRow,
  by: string,
  given: ManualDecision,
) {
  if (!given.reason?.trim()) invalid([{ field: 'reason', message: 'Required' }]);
  // Not `denied`: that means an acquirer refused a card, and the candidate would be told so.
  const closed = await closeCharge(tx, platform, subscription, row, 'cancelled');
  await noteDecision(tx, row.id, by, given, platform.clock.now(), sql`null`);
  await emitPayment(tx, platform, 'payment.manual-decided', closed, { decision: 'refused' });
}

/**
 * Locks a payment at the institution that is awaiting a decision, together with its application. Fails with 409
 * `STATE_CONFLICT` when it is no longer open.
 */
export async function openManualPayment(tx: Tx, payment: { id: number; subscriptionId: number }) {
  const subscription = await lockSubscription(tx, payment.subscriptionId);
  const row = await lockPayment(tx, payment.id);
  const open = row?.state === 'pending' && subscription.status === STATUS.ManualPaymentPending;
  if (!row || !open) fail('STATE_CONFLICT', { extra: { status: subscription.status } });
  return { subscription, row };
}

/**
 * Confirms or rejects a payment at the institution (TR-13, 14, 81, 82), and notifies the candidate (N-21). After a rejection
 * the payment deadline restarts. Fails with 409 `STATE_CONFLICT` when it is no longer open, and 422 for a rejection without a
 * reason or a payment date in the future.
 */
export async function decideManual(
  tx: Tx,
  platform: Platform,
  payment: { id: number; subscriptionId: number },
  by: string,
  given: ManualDecision,
  /** The team member deciding it as an item of their queue. */
  person?: ApplicationDecider,
) {
  const { subscription, row } = await openManualPayment(tx, payment);
  if (person) await checkApplication(tx, platform, subscription, person);
  const settled = given.decision === 'settled';
  if (settled) await settle(tx, platform, row, by, given);
  else await refuse(tx, platform, subscription, row, by, given);
  const moved = await moveSubscription(tx, platform, {
    subscriptionId: subscription.id,
    event: settled ? 'manual-payment-settled' : 'manual-payment-refused',
    actor: 'operations',
    reason: given.reason ?? null,
    facts: { manualPaymentPurpose: row.purpose },
  });
  notify(tx, platform, {
    template: 'N-21',
    personId: subscription.person_id,
    subscriptionId: subscription.id,
    dedupe: `${row.id}:${given.decision}`,
    data: settled ? { variante: 'confirmado' } : { variante: 'recusado', motivo: given.reason?.trim() },
  });
  await settleItem(tx, platform, { kind: 'application', id: subscription.id }, person?.by ?? by);
  return { id: row.id, state: given.decision, subscriptionId: subscription.id, status: moved.to };
}
