import { formatAmount, toAmount } from '@orbita/domain/foundation';
import { isPixMethod } from '@orbita/domain/payment';
import { PAYMENT_STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import { emit } from '../platform/events.ts';
import type { Platform } from '../platform/platform.ts';
import type { SubscriptionState } from '../subscription/facts.ts';
import { OPEN_CHARGE } from '../subscription/state/open-charge.ts';
import { endRecurrence } from './recurrence/end.ts';
import { type PaymentRow, paymentById } from './store.ts';
import { noteAnswer } from './unanswered.ts';
import { returnVoucher } from './voucher.ts';

export type FinancialEvent =
  | 'payment.created'
  | 'payment.processing'
  | 'payment.confirmed'
  | 'payment.denied'
  | 'payment.expired'
  | 'payment.cancelled'
  | 'payment.refunded'
  | 'payment.slip-registered'
  | 'payment.slip-error'
  | 'payment.manual-requested'
  | 'payment.manual-decided'
  | 'payment.late';

/** Publishes the state of a payment to open sockets (spec 16.1). Fields in `more` override those of the payment. */
export const emitPayment = (
  tx: Tx,
  platform: Platform,
  type: FinancialEvent,
  row: PaymentRow,
  more: Record<string, unknown> = {},
): Promise<void> => {
  tx.afterCommit(() => platform.metrics.payments.inc({ event: type, method: row.method }));
  return emit(tx, platform, {
    stream: 'financial',
    type,
    subscriptionId: row.subscription_id,
    data: {
      paymentId: row.id,
      purpose: row.purpose,
      method: row.method,
      amount: toAmount(row.received_cents ?? row.amount_cents),
      state: row.state,
      ...more,
    },
  });
};

/** Amount as written in message texts, without the currency sign. */
export const amountInText = (cents: number): string => formatAmount(cents);

/** States in which an open charge ends unpaid. */
type EndState = 'expired' | 'cancelled' | 'error' | 'denied';

/** The notification about an ended charge for a candidate who may still pay (spec 16.2). */
function messageOf({ method }: PaymentRow, state: EndState): 'N-18' | 'N-20' | undefined {
  if (state === 'expired' && isPixMethod(method)) return 'N-18';
  if (state === 'denied') return 'N-20';
  return state === 'error' && method === 'slip' ? 'N-20' : undefined;
}

/**
 * Ends an open charge unpaid: releases its voucher and notifies the candidate. With `removeAtProvider`, the provider may still
 * have the charge, and it is removed there later. The caller must hold the lock on the subscription.
 */
export async function closeCharge(
  tx: Tx,
  platform: Platform,
  subscription: SubscriptionState,
  row: PaymentRow,
  state: EndState,
  options: { removeAtProvider?: boolean } = {},
): Promise<PaymentRow> {
  const now = platform.clock.now();
  await tx.one(sql`
    update payment set state = ${state}::text, updated_at = ${now}::timestamptz,
      remove_at_provider = ${options.removeAtProvider ?? false}::boolean, next_check_at = null, checks = 0
    where tenant_id = ${tx.tenantId} and id = ${row.id} returning id`);
  await returnVoucher(tx, row.id, now);
  await noteAnswer(tx, row, now);
  // Whatever was to be authorised along with this charge no longer can be; the next charge brings its own authorisation.
  if (row.recurrence) await endRecurrence(tx, platform, row.recurrence.id);
  const closed = await paymentById(tx, row.id);
  if (!closed) throw new Error(`Payment ${row.id} vanished under its lock`);
  if (state === 'denied') await emitPayment(tx, platform, 'payment.denied', closed);
  if (state === 'expired') await emitPayment(tx, platform, 'payment.expired', closed);
  if (state === 'cancelled') await emitPayment(tx, platform, 'payment.cancelled', closed);
  if (state === 'error' && row.method === 'slip')
    await emitPayment(tx, platform, 'payment.slip-error', closed);
  // A candidate who may no longer pay is not prompted for a new code; N-23 follows instead.
  const mayPay =
    subscription.status === PAYMENT_STATUS[row.purpose] &&
    (subscription.payment_deadline === null || now < subscription.payment_deadline);
  const template = mayPay ? messageOf(row, state) : undefined;
  if (template) {
    notify(tx, platform, {
      template,
      personId: subscription.person_id,
      subscriptionId: subscription.id,
      dedupe: String(row.id),
    });
  }
  return closed;
}

/**
 * Ends every open charge of a subscription that changed or ended, as part of its move. The `reconciliation` job removes them at
 * the providers afterwards, because a transaction must not wait for a provider. Returns whether there was any.
 */
export async function cancelOpenCharges(
  tx: Tx,
  platform: Platform,
  subscription: SubscriptionState,
  except?: number,
): Promise<boolean> {
  const open = await tx.many<{ id: number }>(sql`
    select id from payment where tenant_id = ${tx.tenantId} and subscription_id = ${subscription.id}
      and state in ${OPEN_CHARGE} and id is distinct from ${except ?? null}::bigint
    order by id for update`);
  for (const { id } of open) {
    const row = await paymentById(tx, id);
    if (row)
      await closeCharge(tx, platform, subscription, row, 'cancelled', {
        removeAtProvider: row.txid !== null,
      });
  }
  return open.length > 0;
}

/**
 * Reverts an enrolment payment waived by a voucher: nothing was paid, the voucher is released and is validated again at its next
 * use. Part of a move.
 */
export async function undoWaiver(tx: Tx, platform: Platform, subscription: SubscriptionState): Promise<void> {
  const waived = await tx.many<{ id: number }>(sql`
    update payment set paid_at = null
    where tenant_id = ${tx.tenantId} and subscription_id = ${subscription.id} and purpose = 'enrollment'
      and method = 'waived' and state = 'paid' returning id`);
  for (const { id } of waived) {
    const row = await paymentById(tx, id);
    if (row) await closeCharge(tx, platform, subscription, row, 'cancelled');
  }
}
