import { formatAmount, toAmount } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { notify } from '../messaging/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { emit } from '../platform/events.ts';
import type { House } from '../platform/house.ts';
import type { SubscriptionState } from '../subscription/index.ts';
import { WAITING } from './bill.ts';
import { type PaymentRow, paymentById } from './store.ts';
import { returnVoucher } from './voucher.ts';

export type FinancialEvent =
  | 'payment.created'
  | 'payment.processing'
  | 'payment.confirmed'
  | 'payment.expired'
  | 'payment.cancelled'
  | 'payment.refunded'
  | 'payment.manual-requested'
  | 'payment.manual-decided'
  | 'payment.late';

/** Tells the sockets what became of a payment (spec 16.1). `more` wins over what the payment says. */
export const tellPayment = (
  tx: Tx,
  house: House,
  type: FinancialEvent,
  row: PaymentRow,
  more: Record<string, unknown> = {},
): Promise<void> =>
  emit(tx, house, {
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

/** Amount as the texts of messages write it, without the currency sign. */
export const amountInText = (cents: number): string => formatAmount(cents);

/**
 * Ends an open charge unpaid: gives its voucher back and tells the candidate. `removeAtProvider`: the provider may
 * still hold it and is told later. The subscription must be locked.
 */
export async function closeCharge(
  tx: Tx,
  house: House,
  subscription: SubscriptionState,
  row: PaymentRow,
  state: 'expired' | 'cancelled' | 'error',
  options: { removeAtProvider?: boolean } = {},
): Promise<PaymentRow> {
  const now = house.clock.now();
  await tx.one(sql`
    update payment set state = ${state}::text, updated_at = ${now}::timestamptz,
      remove_at_provider = ${options.removeAtProvider ?? false}::boolean, next_check_at = null, checks = 0
    where tenant_id = ${tx.tenantId} and id = ${row.id} returning id`);
  await returnVoucher(tx, row.id, now);
  const closed = await paymentById(tx, tx.tenantId, row.id);
  if (!closed) throw new Error(`Payment ${row.id} vanished under its lock`);
  if (state === 'expired') await tellPayment(tx, house, 'payment.expired', closed);
  if (state === 'cancelled') await tellPayment(tx, house, 'payment.cancelled', closed);
  // Nobody is asked to make a new code who may no longer pay: N-23 is what follows.
  const mayPay =
    subscription.status === WAITING[row.purpose] &&
    (subscription.payment_deadline === null || now < subscription.payment_deadline);
  if (state === 'expired' && row.method === 'pix' && mayPay) {
    await notify(tx, house, {
      template: 'N-18',
      personId: subscription.person_id,
      subscriptionId: subscription.id,
      dedupe: String(row.id),
    });
  }
  return closed;
}

/**
 * Ends every open charge of a subscription that changed or ended, inside its move: the providers are told afterwards
 * by the job `reconciliation`, because nobody waits for them inside a transaction.
 */
export async function cancelOpenCharges(
  tx: Tx,
  house: House,
  subscription: SubscriptionState,
  except?: number,
): Promise<void> {
  const open = await tx.many<{ id: number }>(sql`
    select id from payment where tenant_id = ${tx.tenantId} and subscription_id = ${subscription.id}
      and state in ('created', 'processing', 'pending') and id is distinct from ${except ?? null}::bigint
    order by id for update`);
  for (const { id } of open) {
    const row = await paymentById(tx, tx.tenantId, id);
    if (row)
      await closeCharge(tx, house, subscription, row, 'cancelled', {
        removeAtProvider: row.method === 'pix',
      });
  }
}

/**
 * Ends what a voucher had waived of the enrolment: no money came, the voucher is given back, and whether it still holds
 * is asked when it is used again. Part of a move.
 */
export async function undoWaiver(tx: Tx, house: House, subscription: SubscriptionState): Promise<void> {
  const waived = await tx.many<{ id: number }>(sql`
    update payment set paid_at = null
    where tenant_id = ${tx.tenantId} and subscription_id = ${subscription.id} and purpose = 'enrollment'
      and method = 'waived' and state = 'paid' returning id`);
  for (const { id } of waived) {
    const row = await paymentById(tx, tx.tenantId, id);
    if (row) await closeCharge(tx, house, subscription, row, 'cancelled');
  }
}
