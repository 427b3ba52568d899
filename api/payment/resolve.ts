import { type Attention, isUncounted, maySettle, type Resolution } from '@orbita/domain/payment';
import { PAYMENT_STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { operatorOf } from '../caller/operator.ts';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import type { SubscriptionState } from '../subscription/facts.ts';
import { lockSubscription } from '../subscription/move.ts';
import { moveOn } from './apply.ts';
import { setAttention } from './attention.ts';
import { isSettled } from './bill.ts';
import { amountInText, cancelOpenCharges, emitPayment } from './close.ts';
import { checkMoney, type MoneyDecider, settleMoney } from './decision.ts';
import { refundableOf } from './refundable.ts';
import { keepResolution, lastSaid } from './resolution.ts';
import { lockPayment, type PaymentRow } from './store.ts';
import { keepVoucher } from './voucher.ts';

type Decision = { mark: Attention; decision: Resolution; reason: string };

/** Lets money that did not count so far pay the application; the caller must hold the locks on application and payment. */
async function settle(
  tx: Tx,
  platform: Platform,
  subscription: SubscriptionState,
  row: PaymentRow,
): Promise<void> {
  const { purpose, amount_cents: asked } = row;
  const awaited =
    subscription.status === PAYMENT_STATUS[purpose] && !isSettled({ state: subscription }, purpose);
  if (!awaited) fail('STATE_CONFLICT', { extra: { status: subscription.status } });
  const left = await refundableOf(tx, subscription.id, { paymentId: row.id });
  if (left < asked)
    invalid([
      { field: 'decision', message: `R$ ${amountInText(left)} do not pay R$ ${amountInText(asked)}` },
    ]);
  const now = platform.clock.now();
  await tx.one(sql`
    update payment set state = 'paid', paid_at = coalesce(paid_at, ${now}::timestamptz), remove_at_provider = false,
      updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${row.id} returning id`);
  await keepVoucher(tx, row.id);
  await cancelOpenCharges(tx, platform, subscription, row.id);
  const paid: PaymentRow = { ...row, state: 'paid', paid_at: row.paid_at ?? now };
  await emitPayment(tx, platform, 'payment.confirmed', paid);
  await moveOn({ tx, platform, subscription, row: paid });
  notify(tx, platform, {
    template: 'N-19',
    personId: subscription.person_id,
    subscriptionId: subscription.id,
    dedupe: String(row.id),
    data: { valor: amountInText(row.received_cents ?? asked) },
  });
}

/**
 * Removes an attention mark from a payment with a reason (spec 14.4); `settled` first lets the money pay the application. The
 * decision is stored. Fails with 409 `STATE_CONFLICT` when the mark is not there, naming who removed it, or when the
 * application is not waiting for this payment, and with 422 for money that cannot be settled. Returns the status of the
 * application afterwards.
 */
export async function resolveAttention(
  tx: Tx,
  platform: Platform,
  { id, subscriptionId }: { id: number; subscriptionId: number },
  person: MoneyDecider,
  given: Decision,
): Promise<number> {
  const subscription = await lockSubscription(tx, subscriptionId);
  const row = await lockPayment(tx, id);
  const { mark, decision } = given;
  const of = { paymentId: id };
  const marks = (row?.attention ?? []) as Attention[];
  if (!row || !marks.includes(mark)) {
    const said = await lastSaid(tx, of, mark, subscription.time_zone);
    fail('STATE_CONFLICT', { extra: { status: subscription.status, ...said } });
  }
  await checkMoney(tx, platform, { of, zone: subscription.time_zone, asks: 'version' }, person);
  const settled = decision === 'settled';
  if (settled && !maySettle(mark))
    invalid([{ field: 'decision', message: `${mark} is not settled: refund or ignore it` }]);
  const now = platform.clock.now();
  if (settled) await settle(tx, platform, subscription, row);
  else
    await tx.one(sql`update payment set beside = beside or ${isUncounted(mark)}::boolean
      where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
  const after = await lockPayment(tx, id);
  const left = ((after?.attention ?? []) as Attention[]).filter((one) => one !== mark);
  await setAttention(tx, row, left, now);
  const by = operatorOf(person.service);
  await keepResolution(tx, of, sql`payment_id = ${id}`, { ...given, by, at: now });
  await settleMoney(tx, platform, of, person.service);
  return (await lockSubscription(tx, subscriptionId)).status;
}
