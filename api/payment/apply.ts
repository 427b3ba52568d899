import { dayInZone, formatDate } from '@orbita/domain/foundation';
import {
  type Attention,
  chargeMove,
  formatLine,
  isOpenCharge,
  readBrCode,
  receivedAmount,
  slipAsks,
} from '@orbita/domain/payment';
import { CLOSED_STATUSES, PAYMENT_STATUS, STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import { AppError } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { changeSubscription } from '../subscription/change.ts';
import type { SubscriptionState } from '../subscription/facts.ts';
import { lockSubscription, moveSubscription } from '../subscription/move.ts';
import { isSettled } from './bill.ts';
import { amountInText, cancelOpenCharges, closeCharge, emitPayment } from './close.ts';
import { noteDispute } from './dispute.ts';
import { instrumentOf } from './instruments.ts';
import { openManual } from './manual.ts';
import { settleCardRecurrence } from './recurrence/card.ts';
import type { ChargeReport } from './report.ts';
import { lockPayment, type PaymentRow, paymentById } from './store.ts';
import { noteAnswer } from './unanswered.ts';
import { keepVoucher } from './voucher.ts';

export type Doing = { tx: Tx; platform: Platform; subscription: SubscriptionState; row: PaymentRow };

async function reread({ tx, row }: Doing): Promise<PaymentRow> {
  const again = await paymentById(tx, row.id);
  if (!again) throw new Error(`Payment ${row.id} vanished under its lock`);
  return again;
}

/** Records the received amount; the state changes only if `paid` is true. */
async function recordReceived(
  doing: Doing,
  cents: number,
  paid: boolean,
  attention: Attention[],
): Promise<PaymentRow> {
  const { tx, platform, row } = doing;
  const now = platform.clock.now();
  await tx.one(sql`
    update payment set received_cents = coalesce(received_cents, 0) + ${cents}::bigint,
      state = case when ${paid}::boolean then 'paid' else state end,
      paid_at = case when ${paid}::boolean then coalesce(paid_at, ${now}::timestamptz) else paid_at end, updated_at = ${now}::timestamptz,
      attention = attention || ${JSON.stringify(attention)}::jsonb, next_check_at = null, checks = 0,
      remove_at_provider = exists (select from payment_slip b
        where b.tenant_id = payment.tenant_id and b.payment_id = payment.id and b.asked_again)
    where tenant_id = ${tx.tenantId} and id = ${row.id} returning id`);
  if (attention.length > 0) {
    const marks = sql`attention = s.attention || ${JSON.stringify(attention)}::jsonb`;
    await changeSubscription(tx, row.subscription_id, now, marks);
  }
  if (paid) await keepVoucher(tx, row.id);
  return reread(doing);
}

/**
 * Handles a payment that arrives after the application ended: it is recorded and notified, and the institution then reinstates
 * the application or refunds the money (spec 14.4).
 */
async function receiveLate(doing: Doing, cents: number): Promise<void> {
  const { tx, platform, subscription } = doing;
  const paid = await recordReceived(doing, cents, true, ['late-payment']);
  await emitPayment(tx, platform, 'payment.late', paid);
  notify(tx, platform, {
    template: 'N-32',
    personId: subscription.person_id,
    subscriptionId: subscription.id,
    dedupe: String(paid.id),
  });
}

/** Handles a payment below the amount due: the difference is to be settled at the institution (spec 14.4). */
async function receiveLess(doing: Doing, cents: number, asked: number): Promise<void> {
  const { tx, platform, subscription, row } = doing;
  await recordReceived(doing, cents, true, ['amount-lower']);
  await cancelOpenCharges(tx, platform, subscription, row.id);
  const reason = `Recebido R$ ${amountInText(cents)} de R$ ${amountInText(asked)}`;
  await openManual(
    tx,
    platform,
    {
      subscription_id: row.subscription_id,
      purpose: row.purpose,
      price_id: row.price_id,
      installments: row.installments,
      amount_cents: asked - cents,
    },
    { by: 'system', reason },
  );
  await moveSubscription(tx, platform, {
    subscriptionId: subscription.id,
    event: 'manual-payment-requested',
    actor: 'system',
    reason,
    facts: { amountMismatch: true, manualPaymentPurpose: row.purpose },
  });
  notify(tx, platform, {
    template: 'N-21',
    personId: subscription.person_id,
    subscriptionId: subscription.id,
    dedupe: `${row.id}:short`,
    data: {
      variante: 'incompleto',
      valor: amountInText(cents),
      total: amountInText(asked),
      falta: amountInText(asked - cents),
    },
  });
}

/**
 * Moves the application to its next status once the fee or enrolment is paid.
 * @throws AppError when the transition table refuses the move.
 */
export async function moveOn({ tx, platform, subscription, row }: Doing): Promise<void> {
  const tax = row.purpose === 'tax';
  await moveSubscription(tx, platform, {
    subscriptionId: subscription.id,
    event: tax ? 'tax-paid' : 'payment-confirmed',
    actor: 'system',
    facts: tax ? { feePaid: true } : { isPaid: true },
  });
}

/**
 * Handles an expected payment of at least the amount due: marks it paid, notifies the candidate and moves the application, all
 * in one transaction.
 */
async function receiveEnough(doing: Doing, cents: number, attention: Attention[]): Promise<void> {
  const { tx, platform, subscription } = doing;
  const paid = await recordReceived(doing, cents, true, attention);
  await cancelOpenCharges(tx, platform, subscription, paid.id);
  await emitPayment(tx, platform, 'payment.confirmed', paid);
  // A received payment is never rolled back, even if the transition table refuses the move.
  await tx
    .savepoint(() => moveOn(doing))
    .catch(async (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      platform.log.error({ payment: paid.id, code: error.code }, 'paid, but the status did not move');
      await recordReceived(doing, 0, true, ['status-not-moved']);
    });
  notify(tx, platform, {
    template: 'N-19',
    personId: subscription.person_id,
    subscriptionId: subscription.id,
    dedupe: String(paid.id),
    data: { valor: amountInText(cents) },
  });
}

/**
 * Handles a payment for something already paid or cancelled: it is stored with an attention mark so that it can be refunded.
 */
async function receiveBeside(
  doing: Doing,
  cents: number,
  paid: boolean,
  attention: Attention,
): Promise<void> {
  const stored = await recordReceived(doing, cents, paid, [attention]);
  if (paid) await emitPayment(doing.tx, doing.platform, 'payment.confirmed', stored);
}

/** Statuses in which the application has ended or is about to end, so that a payment counts as late. */
const OVER: readonly number[] = [...CLOSED_STATUSES, STATUS.PendingCancel];

/** Amount that was due when the payment was made: a slip costs more once its early-payment discount has ended. */
const askedFor = ({ slip, amount_cents: cents }: PaymentRow, money: Money): number =>
  slip ? slipAsks(slip, cents, { day: money.day, receivedCents: money.cents }) : cents;

/** Records received money; a card authorised for the later instalments takes effect only if this charge counts. */
async function receive(doing: Doing, money: Money): Promise<void> {
  const { tx, platform, row } = doing;
  const counts = await receiveMoney(doing, money);
  await settleCardRecurrence(tx, platform, row, counts);
}

/** Returns whether the money settled what was due. */
async function receiveMoney(doing: Doing, money: Money): Promise<boolean> {
  const { cents } = money;
  const { subscription, row } = doing;
  const beside = async (work: Promise<void>): Promise<false> => {
    await work;
    return false;
  };
  if (row.state === 'paid' || row.state === 'refunded')
    return beside(receiveBeside(doing, cents, false, 'second-payment'));
  const move = chargeMove(row.state, 'paid', row.method);
  if (!move.changed) return beside(receiveBeside(doing, cents, false, 'payment-of-closed-charge'));
  if (isSettled({ state: subscription }, row.purpose))
    return beside(receiveBeside(doing, cents, true, 'second-payment'));
  if (subscription.status !== PAYMENT_STATUS[row.purpose]) {
    return beside(
      OVER.includes(subscription.status)
        ? receiveLate(doing, cents)
        : receiveBeside(doing, cents, true, 'status-not-moved'),
    );
  }
  const asked = askedFor(row, money);
  const { result } = receivedAmount(asked, cents);
  if (result === 'lower') return beside(receiveLess(doing, cents, asked));
  await receiveEnough(doing, cents, result === 'higher' ? ['amount-higher'] : []);
  return true;
}

/** Cents received, and the day on which the last of them were paid. */
type Money = { cents: number; day: string };

/** Day of a payment, which providers report as a day or as a timestamp; today if it cannot be parsed. */
function dayOf(at: string | null, now: Date, zone: string): string {
  if (at && /^\d{4}-\d{2}-\d{2}$/.test(at)) return at;
  const instant = new Date(at ?? now);
  return dayInZone(Number.isNaN(instant.getTime()) ? now : instant, zone);
}

/** Records payments not seen before; returns their sum, or undefined when all were already known. */
async function newlyReceived({ tx, platform, row }: Doing, found: ChargeReport): Promise<Money | undefined> {
  const now = platform.clock.now();
  let sum: Money | undefined;
  for (const { reference, amountCents, at } of found.received) {
    const fresh = await tx.one(sql`
      insert into payment_event (tenant_id, payment_id, provider_event, kind, detail, at)
      values (${tx.tenantId}, ${row.id}, ${reference}, 'received',
              ${JSON.stringify({ amountCents, at })}::jsonb, ${now}::timestamptz)
      on conflict (tenant_id, payment_id, provider_event) do nothing returning id`);
    if (fresh) sum = { cents: (sum?.cents ?? 0) + amountCents, day: dayOf(at, now, row.time_zone) };
  }
  return sum;
}

/** Notifies the candidate that the charge can now be paid; a slip is also sent by mail (N-17). */
async function announceOpen(doing: Doing): Promise<void> {
  const { tx, platform, subscription } = doing;
  const opened = await reread(doing);
  if (!opened.slip?.digitableLine) return emitPayment(tx, platform, 'payment.created', opened);
  await emitPayment(tx, platform, 'payment.slip-registered', opened);
  notify(tx, platform, {
    template: 'N-17',
    personId: subscription.person_id,
    subscriptionId: subscription.id,
    dedupe: String(opened.id),
    data: {
      data: formatDate(opened.slip.dueDay),
      linha: formatLine(opened.slip.digitableLine),
    },
  });
}

/** Marks the charge as payable once the provider has created it. Returns whether it just became payable. */
async function open(doing: Doing, found: ChargeReport): Promise<boolean> {
  const { tx, platform, row } = doing;
  // A payment may be confirmed before the response to its creation arrives; the payment details are stored anyway.
  if (!(await instrumentOf(row.method)?.keep(tx, row, found))) return false;
  const pending = chargeMove(row.state, 'pending').changed;
  await tx.one(sql`
    update payment set next_check_at = null, updated_at = ${platform.clock.now()}::timestamptz,
      state = case when ${pending}::boolean then 'pending' else state end
    where tenant_id = ${tx.tenantId} and id = ${row.id} returning id`);
  if (pending) await announceOpen(doing);
  return pending;
}

/** Delay before the first status check: two seconds for an acquirer (D-69), none for a bank. */
const firstLookMs = ({ method }: PaymentRow): number => (method === 'credit-card' ? 2_000 : 0);

/** Marks the charge as requested while the provider is still creating it, and schedules its first status check. */
async function wait(doing: Doing): Promise<boolean> {
  const { tx, platform, row } = doing;
  await tx.one(sql`
    update payment set state = 'processing', next_check_at = ${new Date(platform.clock.wall() + firstLookMs(row))}::timestamptz,
      updated_at = ${platform.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${row.id} returning id`);
  await emitPayment(tx, platform, 'payment.processing', await reread(doing));
  return true;
}

async function applyIn(doing: Doing, found: ChargeReport): Promise<boolean> {
  const { tx, platform, subscription, row } = doing;
  if (found.providerId && found.providerId !== row.provider_id)
    await tx.one(sql`update payment set provider_id = ${found.providerId}
      where tenant_id = ${tx.tenantId} and id = ${row.id} returning id`);
  if (found.card) await instrumentOf(row.method)?.keep(tx, row, found);
  if (found.status === 'paid' || found.status === 'charged-back') {
    const money = await newlyReceived(doing, found);
    if (money) await receive(doing, money);
    const disputed = await noteDispute(tx, await reread(doing), found.status, platform.clock.now());
    return money !== undefined || disputed;
  }
  if (found.status === 'open') {
    if (isOpenCharge(row.state)) return row.state === 'pending' ? false : open(doing, found);
    // The charge ended here while the provider was still creating it, so it must be removed there.
    await tx.one(sql`update payment set remove_at_provider = true
      where tenant_id = ${tx.tenantId} and id = ${row.id} and state <> 'paid' returning id`);
    return false;
  }
  if (found.status === 'unknown' || !isOpenCharge(row.state)) return false;
  if (found.status === 'processing') return row.state === 'created' && wait(doing);
  if (found.status === 'failed' || found.status === 'denied') {
    const end = found.status === 'denied' ? 'denied' : 'error';
    await closeCharge(tx, platform, subscription, row, end);
    return true;
  }
  const byUs = found.status === 'removed' && row.expires_at !== null;
  await closeCharge(
    tx,
    platform,
    subscription,
    row,
    byUs && platform.clock.now() < row.expires_at! ? 'cancelled' : 'expired',
  );
  return true;
}

/**
 * Brings a payment up to date with what the provider reports about its charge (spec 14.4), in one transaction and idempotent by
 * the provider's ids of the amounts received. A paid charge never becomes unpaid. Returns whether anything changed.
 */
export const applyCharge = (
  platform: Platform,
  tenantId: number,
  paymentId: number,
  found: ChargeReport,
): Promise<boolean> => platform.db.write(tenantId, (tx) => applyChargeIn(tx, platform, paymentId, found));

/**
 * Drops a Pix code that our own parser rejects, so that nobody is shown a code that a banking app would refuse or that charges
 * a different amount. Logged as an error, because only the bank can fix it.
 */
function withReadableCode(platform: Platform, row: PaymentRow, found: ChargeReport): ChargeReport {
  if (!found.copyPaste) return found;
  const read = readBrCode(found.copyPaste);
  const asked = found.slip ? null : row.amount_cents;
  const problem = read.ok
    ? read.code.kind !== 'dynamic'
      ? 'kind'
      : read.code.amount !== null && asked !== null && read.code.amount !== asked && 'amount'
    : read.problem;
  if (!problem) return found;
  platform.log.error({ payment: row.id, method: row.method, problem }, 'code of the bank not readable');
  // A slip can still be paid by its barcode. A Pix charge has only its code, so it is treated as still being created. A charge
  // that has ended here must end at the provider whatever its code.
  const waits = found.status === 'open' && !found.slip && isOpenCharge(row.state);
  return { ...found, copyPaste: null, ...(waits ? { status: 'processing' as const } : {}) };
}

/** Like `applyCharge`, but within the caller's transaction, so that more of the provider's answer can be stored with it. */
export async function applyChargeIn(
  tx: Tx,
  platform: Platform,
  paymentId: number,
  found: ChargeReport,
): Promise<boolean> {
  const known = await paymentById(tx, paymentId);
  if (!known || known.txid !== found.reference)
    throw new Error(`Charge of another payment than ${paymentId}`);
  // Locks the subscription first and the payment second, like every move, so that no deadlock is possible.
  const subscription = await lockSubscription(tx, known.subscription_id);
  const row = await lockPayment(tx, paymentId);
  if (!row) return false;
  const changed = await applyIn({ tx, platform, subscription, row }, withReadableCode(platform, row, found));
  await noteAnswer(tx, row, platform.clock.now());
  return changed;
}
