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
import { keepVoucher } from './voucher.ts';

export type Doing = { tx: Tx; platform: Platform; subscription: SubscriptionState; row: PaymentRow };

async function reread({ tx, row }: Doing): Promise<PaymentRow> {
  const again = await paymentById(tx, tx.tenantId, row.id);
  if (!again) throw new Error(`Payment ${row.id} vanished under its lock`);
  return again;
}

/** Writes the received amount; with `paid` false the state is unchanged. */
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
 * Payment after the application ended: recorded and notified; the institution reinstates the application or
 * refunds (spec 14.4).
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

/** Payment below the amount due: the difference is settled at the institution (spec 14.4). */
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

/** Moves an application on whose purpose is paid. @throws AppError when the table refuses the move. */
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
 * Payment of at least the amount due while it was expected: marks it paid, notifies and moves the
 * application, all in one transaction.
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

/** Payment for something already paid or cancelled: stored with a mark, for refund. */
async function receiveBeside(
  doing: Doing,
  cents: number,
  paid: boolean,
  attention: Attention,
): Promise<void> {
  const stored = await recordReceived(doing, cents, paid, [attention]);
  if (paid) await emitPayment(doing.tx, doing.platform, 'payment.confirmed', stored);
}

/** Statuses in which the application ended or is about to end, so that a payment is late. */
const OVER: readonly number[] = [...CLOSED_STATUSES, STATUS.PendingCancel];

/** Amount that was asked for when money was paid: a slip asks for more once its discount for paying in time has ended. */
const askedFor = ({ slip, amount_cents: cents }: PaymentRow, money: Money): number =>
  slip ? slipAsks(slip, cents, { day: money.day, receivedCents: money.cents }) : cents;

/** Records money; a card authorised for the later instalments is in force only when its charge counts. */
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

/** Cents that arrived, and the day on which the last of them were paid. */
type Money = { cents: number; day: string };

/** Day of a payment, which providers give as a day or as an instant; today, if it cannot be read. */
function dayOf(at: string | null, now: Date, zone: string): string {
  if (at && /^\d{4}-\d{2}-\d{2}$/.test(at)) return at;
  const instant = new Date(at ?? now);
  return dayInZone(Number.isNaN(instant.getTime()) ? now : instant, zone);
}

/** Records payments not seen before; returns their sum, undefined when all were known. */
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

/** Notifies the candidate that the charge can be paid now; a slip is sent by mail, too (N-17). */
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

/** Marks the charge as payable, because the provider has created it. */
async function open(doing: Doing, found: ChargeReport): Promise<boolean> {
  const { tx, platform, row } = doing;
  // A payment may be confirmed before the answer to its creation arrived; what it is paid with is stored anyway.
  if (!(await instrumentOf(row.method)?.keep(tx, row, found))) return false;
  const pending = chargeMove(row.state, 'pending').changed;
  await tx.one(sql`
    update payment set next_check_at = null, updated_at = ${platform.clock.now()}::timestamptz,
      state = case when ${pending}::boolean then 'pending' else state end
    where tenant_id = ${tx.tenantId} and id = ${row.id} returning id`);
  if (pending) await announceOpen(doing);
  return pending;
}

/** An acquirer is asked again after two seconds (D-69), a bank at once. */
const firstLookMs = ({ method }: PaymentRow): number => (method === 'credit-card' ? 2_000 : 0);

/** Marks the charge as asked for, because the provider is still making it; it is looked up at once. */
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
    // The charge ended here while the provider was still creating it.
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
 * Updates a payment to what the provider reports about its charge (spec 14.4): one transaction, idempotent by
 * the provider's ids of what was received; paid is never undone. Returns whether anything changed.
 */
export const applyCharge = (
  platform: Platform,
  tenantId: number,
  paymentId: number,
  found: ChargeReport,
): Promise<boolean> => platform.db.write(tenantId, (tx) => applyChargeIn(tx, platform, paymentId, found));

/**
 * A report whose code our own reader understands, or one without a code: nobody is shown a code that a banking app would
 * refuse, or that asks for another amount. The error is an alarm, because only the bank can put it right.
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
  // A slip is paid by its bars as well; a charge of Pix has nothing else, so its bank is still making it. One that ended here
  // has to end there, whatever its code.
  const waits = found.status === 'open' && !found.slip && isOpenCharge(row.state);
  return { ...found, copyPaste: null, ...(waits ? { status: 'processing' as const } : {}) };
}

/** The same within a transaction that keeps more of what the provider said. */
export async function applyChargeIn(
  tx: Tx,
  platform: Platform,
  paymentId: number,
  found: ChargeReport,
): Promise<boolean> {
  const known = await paymentById(tx, tx.tenantId, paymentId);
  if (!known || known.txid !== found.reference)
    throw new Error(`Charge of another payment than ${paymentId}`);
  // Locks the subscription first and the payment second, like every move, so that no deadlock is possible.
  const subscription = await lockSubscription(tx, known.subscription_id);
  const row = await lockPayment(tx, paymentId);
  return row ? applyIn({ tx, platform, subscription, row }, withReadableCode(platform, row, found)) : false;
}
