import { type Attention, chargeMove, isOpenCharge, receivedAmount } from '@orbita/domain/payment';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/index.ts';
import type { Tx } from '../platform/database/index.ts';
import type { House } from '../platform/house.ts';
import { AppError } from '../platform/http/errors.ts';
import type { PixCharge } from '../platform/ports.ts';
import {
  changeSubscription,
  lockSubscription,
  moveSubscription,
  type SubscriptionState,
} from '../subscription/index.ts';
import { isSettled, WAITING } from './bill.ts';
import { amountInText, cancelOpenCharges, closeCharge, tellPayment } from './close.ts';
import { openManual } from './manual.ts';
import { lockPayment, type PaymentRow, paymentById } from './store.ts';
import { keepVoucher } from './voucher.ts';

type Doing = { tx: Tx; house: House; subscription: SubscriptionState; row: PaymentRow };

async function reread({ tx, row }: Doing): Promise<PaymentRow> {
  const again = await paymentById(tx, tx.tenantId, row.id);
  if (!again) throw new Error(`Payment ${row.id} vanished under its lock`);
  return again;
}

/** Writes what was received; `paid` false leaves the state as it is. */
async function recordReceived(
  doing: Doing,
  cents: number,
  paid: boolean,
  attention: Attention[],
): Promise<PaymentRow> {
  const { tx, house, row } = doing;
  const now = house.clock.now();
  await tx.one(sql`
    update payment set received_cents = coalesce(received_cents, 0) + ${cents}::bigint,
      state = case when ${paid}::boolean then 'paid' else state end,
      paid_at = case when ${paid}::boolean then coalesce(paid_at, ${now}::timestamptz) else paid_at end, updated_at = ${now}::timestamptz,
      attention = attention || ${JSON.stringify(attention)}::jsonb, remove_at_provider = false
    where tenant_id = ${tx.tenantId} and id = ${row.id} returning id`);
  if (attention.length > 0) {
    const marks = sql`attention = s.attention || ${JSON.stringify(attention)}::jsonb`;
    await changeSubscription(tx, row.subscription_id, now, marks);
  }
  if (paid) await keepVoucher(tx, row.id);
  return reread(doing);
}

/** Money after the end of the application: recorded and told; the institution reinstates or refunds (spec 14.4). */
async function receiveLate(doing: Doing, cents: number): Promise<void> {
  const { tx, house, subscription } = doing;
  const paid = await recordReceived(doing, cents, true, ['late-payment']);
  await tellPayment(tx, house, 'payment.late', paid);
  await notify(tx, house, {
    template: 'N-32',
    personId: subscription.person_id,
    subscriptionId: subscription.id,
    dedupe: String(paid.id),
  });
}

/** Less than asked: the difference is settled at the institution (spec 14.4). */
async function receiveLess(doing: Doing, cents: number): Promise<void> {
  const { tx, house, subscription, row } = doing;
  await recordReceived(doing, cents, true, ['amount-lower']);
  await cancelOpenCharges(tx, house, subscription, row.id);
  const reason = `Recebido ${amountInText(cents)} de ${amountInText(row.amount_cents)}`;
  await openManual(
    tx,
    house,
    {
      subscription_id: row.subscription_id,
      purpose: row.purpose,
      price_id: row.price_id,
      installments: row.installments,
      amount_cents: row.amount_cents - cents,
    },
    { by: 'system', reason },
  );
  await moveSubscription(tx, house, {
    subscriptionId: subscription.id,
    event: 'manual-payment-requested',
    actor: 'system',
    reason,
    facts: { amountMismatch: true, manualPaymentPurpose: row.purpose },
  });
}

async function moveOn({ tx, house, subscription, row }: Doing): Promise<void> {
  const tax = row.purpose === 'tax';
  await moveSubscription(tx, house, {
    subscriptionId: subscription.id,
    event: tax ? 'tax-paid' : 'payment-confirmed',
    actor: 'system',
    facts: tax ? { feePaid: true } : { isPaid: true },
  });
}

/** Enough was received while it was waited for: paid, told, and the application goes on, all at once. */
async function receiveEnough(doing: Doing, cents: number, attention: Attention[]): Promise<void> {
  const { tx, house, subscription } = doing;
  const paid = await recordReceived(doing, cents, true, attention);
  await cancelOpenCharges(tx, house, subscription, paid.id);
  await tellPayment(tx, house, 'payment.confirmed', paid);
  // Money that came is never unwritten, even if the table of transitions should refuse.
  await tx
    .savepoint(() => moveOn(doing))
    .catch(async (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      house.log.error({ payment: paid.id, code: error.code }, 'paid, but the status did not move');
      await recordReceived(doing, 0, true, ['status-not-moved']);
    });
  await notify(tx, house, {
    template: 'N-19',
    personId: subscription.person_id,
    subscriptionId: subscription.id,
    dedupe: String(paid.id),
    data: { valor: amountInText(cents) },
  });
}

/** Money that pays nothing any more: kept with a mark, for refund. */
async function receiveBeside(
  doing: Doing,
  cents: number,
  paid: boolean,
  attention: Attention,
): Promise<void> {
  const stored = await recordReceived(doing, cents, paid, [attention]);
  if (paid) await tellPayment(doing.tx, doing.house, 'payment.confirmed', stored);
}

/** The application is over or about to be: money that comes now came late. */
const ENDED: readonly number[] = [
  STATUS.Canceled,
  STATUS.PendingCancel,
  STATUS.Unqualified,
  STATUS.Blacklisted,
];

async function receive(doing: Doing, cents: number): Promise<void> {
  const { subscription, row } = doing;
  if (row.state === 'paid' || row.state === 'refunded')
    return receiveBeside(doing, cents, false, 'second-payment');
  const move = chargeMove(row.state, 'paid');
  if (!move.changed) return receiveBeside(doing, cents, false, 'payment-of-closed-charge');
  if (isSettled({ state: subscription }, row.purpose))
    return receiveBeside(doing, cents, true, 'second-payment');
  if (subscription.status !== WAITING[row.purpose]) {
    return ENDED.includes(subscription.status)
      ? receiveLate(doing, cents)
      : receiveBeside(doing, cents, true, 'status-not-moved');
  }
  const { result } = receivedAmount(row.amount_cents, cents);
  if (result === 'lower') return receiveLess(doing, cents);
  return receiveEnough(doing, cents, result === 'higher' ? ['amount-higher'] : []);
}

/** Takes note of payments not seen before; answers their sum in cents, undefined when all were known. */
async function newlyReceived({ tx, house, row }: Doing, found: PixCharge): Promise<number | undefined> {
  let sum: number | undefined;
  for (const { endToEndId, amountCents, at } of found.received) {
    const fresh = await tx.one(sql`
      insert into payment_event (tenant_id, payment_id, provider_event, kind, detail, at)
      values (${tx.tenantId}, ${row.id}, ${endToEndId}, 'received',
              ${JSON.stringify({ amountCents, at })}::jsonb, ${house.clock.now()}::timestamptz)
      on conflict (tenant_id, payment_id, provider_event) do nothing returning id`);
    if (fresh) sum = (sum ?? 0) + amountCents;
  }
  return sum;
}

/** The provider holds the charge: from now on it can be paid. */
async function open(doing: Doing, found: PixCharge): Promise<boolean> {
  const { tx, house, row } = doing;
  if (!found.copyPaste) return false;
  const pending = chargeMove(row.state, 'pending').changed;
  // A payment may be confirmed before its creation was answered: the code is kept all the same.
  await tx.one(sql`
    update payment set pix_copy_paste = ${found.copyPaste}, next_check_at = null, updated_at = ${house.clock.now()}::timestamptz,
      state = case when ${pending}::boolean then 'pending' else state end
    where tenant_id = ${tx.tenantId} and id = ${row.id} returning id`);
  if (pending) await tellPayment(tx, house, 'payment.created', await reread(doing));
  return pending;
}

async function applyIn(doing: Doing, found: PixCharge): Promise<boolean> {
  const { tx, house, subscription, row } = doing;
  if (row.pix_copy_paste === null && found.copyPaste && found.status !== 'ATIVA') {
    await tx.one(sql`update payment set pix_copy_paste = ${found.copyPaste}
      where tenant_id = ${tx.tenantId} and id = ${row.id} returning id`);
  }
  if (found.status === 'CONCLUIDA') {
    const cents = await newlyReceived(doing, found);
    if (cents === undefined) return false;
    await receive(doing, cents);
    return true;
  }
  if (found.status === 'ATIVA') {
    if (isOpenCharge(row.state)) return row.state === 'pending' ? false : open(doing, found);
    // It ended here while its creation was still under way there.
    await tx.one(sql`update payment set remove_at_provider = true
      where tenant_id = ${tx.tenantId} and id = ${row.id} and state <> 'paid' returning id`);
    return false;
  }
  if (found.status === 'UNKNOWN' || !isOpenCharge(row.state)) return false;
  const byUs = found.status === 'REMOVIDA_PELO_USUARIO_RECEBEDOR' && row.expires_at !== null;
  await closeCharge(
    tx,
    house,
    subscription,
    row,
    byUs && house.clock.now() < row.expires_at! ? 'cancelled' : 'expired',
  );
  return true;
}

/**
 * Brings a payment to what the provider says of its charge (spec 14.4): one transaction, idempotent by the provider's
 * end-to-end ids, paid never goes back. Answers whether anything changed.
 */
export const applyCharge = (
  house: House,
  tenantId: number,
  paymentId: number,
  found: PixCharge,
): Promise<boolean> =>
  house.db.write(tenantId, async (tx) => {
    const known = await paymentById(tx, tenantId, paymentId);
    if (!known || known.txid !== found.txid) throw new Error(`Charge of another payment than ${paymentId}`);
    // Subscription first, payment second: the order of every mover, so that none waits for another in a circle.
    const subscription = await lockSubscription(tx, known.subscription_id);
    const row = await lockPayment(tx, paymentId);
    return row ? applyIn({ tx, house, subscription, row }, found) : false;
  });
