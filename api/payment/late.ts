import type { Purpose } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import type { SubscriptionState } from '../subscription/facts.ts';
import { clearAttention } from './attention.ts';
import { amountInText, emitPayment } from './close.ts';
import { type PaymentRow, paymentById } from './store.ts';

/**
 * A full payment for a purpose that arrived after the application ended and was not refunded; it counts once the application is
 * reinstated.
 */
export async function latePayment(
  tx: Tx,
  subscriptionId: number,
  purpose: Purpose,
): Promise<PaymentRow | undefined> {
  const found = await tx.one<{ id: number }>(sql`
    select y.id from payment y
    where y.tenant_id = ${tx.tenantId} and y.subscription_id = ${subscriptionId} and y.purpose = ${purpose}::text
      and y.state = 'paid' and y.received_cents >= y.amount_cents and y.attention @> '"late-payment"'::jsonb
      and not exists (select from refund r where r.tenant_id = y.tenant_id and r.payment_id = y.id
        and r.state <> 'failed')
    order by y.id limit 1`);
  return found && paymentById(tx, found.id);
}

/**
 * Turns the late payment of a reinstated application into a normal one, with the usual notifications. Part of the reinstating
 * move.
 */
export async function settleLatePayment(
  tx: Tx,
  platform: Platform,
  subscription: SubscriptionState,
  late: PaymentRow,
): Promise<void> {
  await clearAttention(tx, subscription.id, 'late-payment', late.purpose, platform.clock.now());
  await emitPayment(tx, platform, 'payment.confirmed', late);
  notify(tx, platform, {
    template: 'N-19',
    personId: subscription.person_id,
    subscriptionId: subscription.id,
    dedupe: String(late.id),
    data: { valor: amountInText(late.received_cents ?? late.amount_cents) },
  });
}
