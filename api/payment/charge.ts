import { isOpenCharge, isPixMethod, pixExpiration, slipTerms, VARIANTS } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { keepHold } from '../enrolment/class-hold.ts';
import type { Runner, Tx } from '../platform/database/types.ts';
import { AppError, fail } from '../platform/http/errors.ts';
import { leaseEnd, underLease } from '../platform/lease.ts';
import type { Platform } from '../platform/platform.ts';
import { stateOf } from '../subscription/facts.ts';
import { lockSubscription, moveSubscription } from '../subscription/move.ts';
import { type Bill, checkPayable, planDatesOf, pricesFor, readBill } from './bill.ts';
import { attemptsUsedUp, authenticationOf, cardRow, checkedCard, secretOf } from './card-order.ts';
import { closeCharge, emitPayment } from './close.ts';
import type { CardSecret } from './instruments/instrument.ts';
import { instrumentOf } from './instruments.ts';
import { BY_CANDIDATE, noteManual } from './manual.ts';
import { checkMethod } from './methods.ts';
import { createAtProvider, isProviderFailure, removeCharge, resumeAtProvider } from './provider.ts';
import { isMonthly, type Quote, quote, type Wanted } from './quote.ts';
import { beginRecurrence } from './recurrence/begin.ts';
import { newSlipReference, newTxid } from './reference.ts';
import {
  insertPayment,
  type NewPayment,
  openChargeOf,
  type PaymentRow,
  paymentById,
  paymentByKey,
  type Terms,
} from './store.ts';
import { keepVoucherOf, takeVoucher } from './voucher.ts';

type Command = { subscriptionId: number; wanted: Wanted; replace: boolean; key: string | null };

function checkGuardian({ minor, state }: Bill): void {
  if (minor && !state.guardian_saved) fail('GUARDIAN_REQUIRED');
}

/** The later instalments are charged automatically only with the payer's consent (spec 14.2). */
function checkConsent({ settings }: Bill, { purpose, method, recurrence }: Wanted, { rows }: Quote): void {
  const demanded = VARIANTS[settings.variant].recurrenceDemanded && purpose === 'enrollment';
  const authorises = method === 'automatic-pix' || (demanded && method === 'credit-card' && rows.length > 1);
  if (authorises && !recurrence) fail('CONSENT_REQUIRED');
}

/** Returns the quote if it may be charged now; rejects in the order of spec 14.7. */
async function allowed(
  platform: Platform,
  on: Runner,
  bill: Bill,
  wanted: Wanted,
  replaced?: number,
): Promise<Quote> {
  checkGuardian(bill);
  if (pricesFor(bill, wanted.purpose).length === 0) fail('PRICE_NOT_REGISTERED');
  const quoted = await quote(on, bill, wanted, replaced).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'VOUCHER_INVALID')
      checkMethod(platform, bill, wanted.purpose, wanted.method);
    throw error;
  });
  // A zero amount is waived, whatever method was requested.
  if (quoted.amountCents === 0) return quoted;
  checkMethod(platform, bill, wanted.purpose, wanted.method);
  if (wanted.method === 'credit-card') checkedCard(platform, bill, wanted.card);
  checkConsent(bill, wanted, quoted);
  if (wanted.method === 'credit-card' && (await attemptsUsedUp(on, bill))) fail('ATTEMPT_LIMIT');
  return quoted;
}

const termsOf = ({ rows, voucher }: Quote, wanted: Wanted): Terms => ({
  rows,
  voucher: voucher?.code ?? null,
  mode: wanted.mode,
  recurrence: wanted.recurrence,
});

type Begun = { tx: Tx; platform: Platform; bill: Bill; wanted: Wanted; quoted: Quote; key: string | null };

async function store(
  begun: Begun,
  row: Pick<NewPayment, 'method' | 'state'> & Partial<NewPayment>,
): Promise<PaymentRow> {
  const { tx, platform, bill, wanted, quoted, key } = begun;
  const stored = await insertPayment(
    tx,
    {
      subscription_id: bill.state.id,
      purpose: wanted.purpose,
      price_id: quoted.price.id,
      installments: wanted.installments,
      amount_cents: quoted.amountCents,
      voucher_id: quoted.voucher?.id ?? null,
      discounts: termsOf(quoted, wanted),
      idempotency_key: key,
      ...row,
    },
    bill.now,
    row.txid ? leaseEnd(platform) : null,
  );
  if (quoted.voucher) {
    const of = { tenantId: tx.tenantId, subscriptionId: bill.state.id, purpose: wanted.purpose };
    await takeVoucher(tx, quoted.voucher.id, bill.state.person_id, stored.id);
    await keepVoucherOf(tx, of, quoted.voucher.id);
  }
  return stored;
}

/** Nothing to pay: settled at once without a charge (spec 14.3). */
async function waive(begun: Begun): Promise<PaymentRow> {
  const { tx, platform, bill, wanted } = begun;
  const stored = await store(begun, { method: 'waived', state: 'paid', paid_at: bill.now });
  await emitPayment(tx, platform, 'payment.confirmed', stored);
  const tax = wanted.purpose === 'tax';
  await moveSubscription(tx, platform, {
    subscriptionId: bill.state.id,
    event: tax ? 'tax-waived' : 'payment-waived',
    actor: 'system',
    facts: tax ? { feeWaived: true } : { amountDue: 0 },
  });
  return stored;
}

/** Creates a payment to be made at the institution, which later confirms or rejects it. */
async function payThere(begun: Begun): Promise<PaymentRow> {
  const { tx, platform, bill, wanted } = begun;
  const stored = await store(begun, { method: 'manual', state: 'pending' });
  await noteManual(tx, stored.id, BY_CANDIDATE);
  await emitPayment(tx, platform, 'payment.manual-requested', stored);
  await moveSubscription(tx, platform, {
    subscriptionId: bill.state.id,
    event: 'manual-payment-requested',
    actor: 'candidate',
    facts: { manualPaymentPurpose: wanted.purpose },
  });
  return stored;
}

const beginPix = (begun: Begun, method: 'pix' | 'automatic-pix' = 'pix'): Promise<PaymentRow> => {
  const { bill } = begun;
  const expiresAt = pixExpiration(bill.now, bill.parameter('PixExpirationMinutes'), bill.deadline);
  return store(begun, {
    method,
    state: 'created',
    txid: newTxid(),
    pix_key: bill.settings.pixKey,
    expires_at: expiresAt,
  });
};

/** Charges the first instalment and requests the authorisation of the others; a single code covers both (spec 14.2). */
async function beginAutomaticPix(begun: Begun): Promise<PaymentRow> {
  const { tx, platform, bill, quoted } = begun;
  const { id: subscriptionId } = bill.state;
  if (!bill.payer) fail('METHOD_UNAVAILABLE');
  const stored = await beginPix(begun, 'automatic-pix');
  const recurrence = await beginRecurrence(tx, platform, {
    subscriptionId,
    paymentId: stored.id,
    method: 'automatic-pix',
    rows: quoted.rows,
    dates: planDatesOf(bill),
    payer: bill.payer,
  });
  // A plan without later instalments has nothing to authorise.
  if (!recurrence) fail('METHOD_UNAVAILABLE');
  return stored;
}

const beginSlip = (begun: Begun): Promise<PaymentRow> => {
  const { bill, quoted } = begun;
  const [first] = quoted.rows;
  if (!first) throw new Error('A price without instalments was quoted');
  const terms = slipTerms(first, {
    today: bill.today,
    dueDays: bill.parameter('SlipDueDays'),
    deadlineDay: bill.deadlineDay,
    intakeEnd: bill.state.last_day,
    zone: bill.state.time_zone,
  });
  return store(begun, {
    method: 'slip',
    state: 'created',
    txid: newSlipReference(),
    slip: { ...terms, provider: bill.settings.slipProvider },
    expires_at: terms.heldUntil,
  });
};

/** Number of instalments on the card itself: only a full amount charged at once is split (D-75). */
const partsOf = ({ wanted, quoted }: Begun): number =>
  quoted.price.kind === 'enrollment' || isMonthly(wanted) ? 1 : wanted.installments;

/** If the holder did not confirm the payment, it is denied without charging the card at an acquirer (D-68). */
const beginCard = async (begun: Begun): Promise<PaymentRow> => {
  const { tx, platform, bill, wanted } = begun;
  const card = checkedCard(platform, bill, wanted.card);
  const stored = await store(begun, cardRow(card, partsOf(begun)));
  if (authenticationOf(bill, card) === 'deny') return closeCharge(tx, platform, bill.state, stored, 'denied');
  if (!wanted.recurrence) return stored;
  await beginRecurrence(tx, platform, {
    subscriptionId: bill.state.id,
    paymentId: stored.id,
    method: 'credit-card',
    rows: begun.quoted.rows,
    dates: planDatesOf(bill),
    payer: null,
  });
  return stored;
};

/** What is stored for each method before a charge is sent to a provider. */
const BEGIN: Record<Wanted['method'], (begun: Begun) => Promise<PaymentRow>> = {
  manual: payThere,
  pix: (begun) => beginPix(begun),
  'automatic-pix': beginAutomaticPix,
  slip: beginSlip,
  'credit-card': beginCard,
};

/**
 * Repeats the checks under the lock and stores the payment; of two simultaneous requests, the second finds the charge of the
 * first.
 */
async function begin(
  tx: Tx,
  platform: Platform,
  { subscriptionId, wanted, key }: Command,
): Promise<{ row: PaymentRow; fresh: boolean; secret?: CardSecret }> {
  const bill = await readBill(platform, tx, await lockSubscription(tx, subscriptionId));
  const earlier = key ? await paymentByKey(tx, subscriptionId, key) : undefined;
  if (earlier) return { row: earlier, fresh: false };
  checkPayable(bill, wanted.purpose);
  const open = await openChargeOf(tx, subscriptionId, wanted.purpose);
  if (open) fail('OPEN_CHARGE', { extra: { paymentId: open.id } });
  const begun: Begun = { tx, platform, bill, wanted, key, quoted: await allowed(platform, tx, bill, wanted) };
  if (begun.quoted.amountCents === 0) return { row: await waive(begun), fresh: true };
  const row = await BEGIN[wanted.method](begun);
  return wanted.method === 'credit-card' && wanted.card
    ? { row, fresh: true, secret: secretOf(bill, wanted.card) }
    : { row, fresh: true };
}

/**
 * Ends the open charge that is about to be replaced; a charge that an acquirer is processing cannot be replaced (spec 14.4).
 */
async function giveWay(platform: Platform, tenantId: number, open: PaymentRow): Promise<void> {
  if (!instrumentOf(open.method)?.removable) fail('OPEN_CHARGE', { extra: { paymentId: open.id } });
  const left = await removeCharge(platform, tenantId, open.id, 'cancelled').catch((error: unknown) => {
    if (isProviderFailure(error)) fail('PROVIDER_UNAVAILABLE', { extra: { paymentId: open.id } });
    throw error;
  });
  if (left?.state === 'paid') fail('ALREADY_PAID');
}

async function replaceOpen(
  platform: Platform,
  tenantId: number,
  { subscriptionId, wanted, key }: Command,
): Promise<void> {
  const on = platform.db.tenant(tenantId);
  if (key && (await paymentByKey(on, subscriptionId, key))) return;
  const state = await stateOf(on, subscriptionId);
  const open = state && (await openChargeOf(on, subscriptionId, wanted.purpose));
  if (!open) return;
  // The old charge is cancelled only if a new one can be created.
  const bill = await readBill(platform, on, state);
  checkPayable(bill, wanted.purpose);
  await allowed(platform, on, bill, wanted, open.id);
  // The class was held until the end of the old charge; keep it held until the new charge exists.
  const { expires_at: end } = open;
  if (end) await platform.db.write(tenantId, (tx) => keepHold(tx, subscriptionId, end));
  await giveWay(platform, tenantId, open);
}

const read = async (platform: Platform, tenantId: number, id: number): Promise<PaymentRow> => {
  const row = await paymentById(platform.db.tenant(tenantId), id);
  if (!row) throw new Error(`Payment ${id} vanished`);
  return row;
};

/**
 * Charges the amount due (spec 14.7), which is computed here. The charge is stored with its txid, created at the provider
 * outside any transaction, then stored as pending; on a timeout its state is `processing`. Fails in the order of spec 14.7,
 * then with 503 `PROVIDER_UNAVAILABLE` when nothing was charged.
 */
export async function chargeNow(platform: Platform, tenantId: number, command: Command): Promise<PaymentRow> {
  if (command.replace) await replaceOpen(platform, tenantId, command);
  const {
    row: begun,
    fresh,
    secret,
  } = await platform.db.write(tenantId, (tx) => begin(tx, platform, command));
  const keep = (until: Date) =>
    platform.db.tenant(tenantId).many(sql`
      update payment set next_check_at = ${until}::timestamptz
      where tenant_id = ${tenantId} and id = ${begun.id} and state = 'created' returning id`);
  const ask = () =>
    fresh
      ? createAtProvider(platform, tenantId, begun.id, secret)
      : resumeAtProvider(platform, tenantId, begun);
  // If this process dies now, the reconciliation job will look up the charge.
  if (begun.state === 'created') await underLease(platform, keep, ask);
  return read(platform, tenantId, begun.id);
}

/** Issues a new code or slip for a charge that ended unpaid, on the same terms (spec 14.2). */
export async function renewCharge(
  platform: Platform,
  tenantId: number,
  old: PaymentRow,
  key: string | null,
): Promise<PaymentRow> {
  const { method } = old;
  if ((!isPixMethod(method) && method !== 'slip') || old.price_id === null)
    fail('STATE_CONFLICT', { extra: { state: old.state } });
  const over = old.expires_at !== null && old.expires_at <= platform.clock.now();
  if (over && isOpenCharge(old.state)) {
    await giveUp(platform, tenantId, old);
  }
  return chargeNow(platform, tenantId, {
    subscriptionId: old.subscription_id,
    replace: false,
    key,
    wanted: {
      purpose: old.purpose,
      priceId: old.price_id,
      method,
      installments: old.installments,
      voucher: old.discounts.voucher,
      mode: old.discounts.mode,
      // The terms are those agreed to with the old code.
      recurrence: method === 'automatic-pix',
      card: null,
    },
  }).catch((error: unknown) => {
    // If prices or vouchers changed, the candidate must choose again rather than be charged a different amount without being
    // asked.
    const changed =
      error instanceof AppError && (error.code === 'VALIDATION' || error.code === 'VOUCHER_INVALID');
    if (changed) fail('STATE_CONFLICT', { extra: { state: old.state } });
    throw error;
  });
}

const giveUp = (platform: Platform, tenantId: number, old: PaymentRow): Promise<unknown> =>
  removeCharge(platform, tenantId, old.id, 'expired').catch((error: unknown) => {
    if (isProviderFailure(error)) fail('PROVIDER_UNAVAILABLE', { extra: { paymentId: old.id } });
    throw error;
  });

/**
 * Cancels an open charge at the candidate's request. Fails with 409 `ALREADY_PAID` if it was paid in the meantime. If `keyed`,
 * the request may repeat one whose answer was lost, so an already cancelled charge counts as success.
 */
export async function cancelCharge(
  platform: Platform,
  tenantId: number,
  row: PaymentRow,
  keyed: boolean,
): Promise<void> {
  if (row.state === 'paid' || row.state === 'refunded') fail('ALREADY_PAID');
  if (keyed && row.state === 'cancelled') return;
  if (!isOpenCharge(row.state) || row.method === 'manual')
    fail('STATE_CONFLICT', { extra: { state: row.state } });
  await giveWay(platform, tenantId, row);
}
