import { randomBytes } from 'node:crypto';
import { pixExpiration, txidFrom } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { keepHold } from '../enrolment/index.ts';
import type { Runner, Tx } from '../platform/database/index.ts';
import type { House } from '../platform/house.ts';
import { AppError, fail } from '../platform/http/errors.ts';
import { leaseEnd, underLease } from '../platform/lease.ts';
import { lockSubscription, moveSubscription, stateOf } from '../subscription/index.ts';
import { type Bill, checkPayable, pricesFor, readBill } from './bill.ts';
import { tellPayment } from './close.ts';
import { BY_CANDIDATE, noteManual } from './manual.ts';
import { checkMethod } from './methods.ts';
import { createAtProvider, isProviderFailure, removeCharge } from './provider.ts';
import { type Quote, quote, type Wanted } from './quote.ts';
import {
  insertPayment,
  openChargeOf,
  type PaymentRow,
  paymentById,
  paymentByKey,
  type Terms,
} from './store.ts';
import { takeVoucher } from './voucher.ts';

const TXID_BYTES = 96;

type Command = { subscriptionId: number; wanted: Wanted; replace: boolean; key: string | null };

function checkGuardian({ minor, state }: Bill): void {
  if (minor && !state.guardian_saved) fail('GUARDIAN_REQUIRED');
}

/** The amount, if everything allows it to be charged now; refuses in the order of spec 14.7. */
async function allowed(
  house: House,
  on: Runner,
  bill: Bill,
  wanted: Wanted,
  replaced?: number,
): Promise<Quote> {
  checkGuardian(bill);
  if (pricesFor(bill, wanted.purpose).length === 0) fail('PRICE_NOT_REGISTERED');
  const quoted = await quote(on, bill, wanted, replaced).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'VOUCHER_INVALID')
      checkMethod(house, bill, wanted.purpose, wanted.method);
    throw error;
  });
  // What costs nothing is waived, whatever method was sent.
  if (quoted.amountCents > 0) checkMethod(house, bill, wanted.purpose, wanted.method);
  return quoted;
}

const termsOf = ({ rows, voucher }: Quote, wanted: Wanted): Terms => ({
  rows,
  voucher: voucher?.code ?? null,
  mode: wanted.mode,
});

type Begun = { tx: Tx; house: House; bill: Bill; wanted: Wanted; quoted: Quote; key: string | null };

async function store(
  begun: Begun,
  row: Pick<PaymentRow, 'method' | 'state'> & Partial<PaymentRow>,
): Promise<PaymentRow> {
  const { tx, house, bill, wanted, quoted, key } = begun;
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
    row.txid ? leaseEnd(house) : null,
  );
  if (quoted.voucher) await takeVoucher(tx, quoted.voucher.id, bill.state.person_id, stored.id);
  return stored;
}

/** Nothing to pay: settled at once, without a charge (spec 14.3). */
async function waive(begun: Begun): Promise<PaymentRow> {
  const { tx, house, bill, wanted } = begun;
  const stored = await store(begun, { method: 'waived', state: 'paid', paid_at: bill.now });
  await tellPayment(tx, house, 'payment.confirmed', stored);
  const tax = wanted.purpose === 'tax';
  await moveSubscription(tx, house, {
    subscriptionId: bill.state.id,
    event: tax ? 'tax-waived' : 'payment-waived',
    actor: 'system',
    facts: tax ? { feeWaived: true } : { amountDue: 0 },
  });
  return stored;
}

/** To be paid at the institution, which settles or refuses it. */
async function payThere(begun: Begun): Promise<PaymentRow> {
  const { tx, house, bill, wanted } = begun;
  const stored = await store(begun, { method: 'manual', state: 'pending' });
  await noteManual(tx, stored.id, BY_CANDIDATE);
  await tellPayment(tx, house, 'payment.manual-requested', stored);
  await moveSubscription(tx, house, {
    subscriptionId: bill.state.id,
    event: 'manual-payment-requested',
    actor: 'candidate',
    facts: { manualPaymentPurpose: wanted.purpose },
  });
  return stored;
}

const beginPix = (begun: Begun): Promise<PaymentRow> => {
  const { bill } = begun;
  const expiresAt = pixExpiration(bill.now, bill.parameter('PixExpirationMinutes'), bill.deadline);
  return store(begun, {
    method: 'pix',
    state: 'created',
    txid: txidFrom(randomBytes(TXID_BYTES)),
    pix_key: bill.settings.pixKey,
    expires_at: expiresAt,
  });
};

/** Checks once more under the lock and writes the payment: of two at once the second one finds the first one's charge. */
async function begin(tx: Tx, house: House, { subscriptionId, wanted, key }: Command): Promise<PaymentRow> {
  const bill = await readBill(house, tx, await lockSubscription(tx, subscriptionId));
  const earlier = key ? await paymentByKey(tx, tx.tenantId, subscriptionId, key) : undefined;
  if (earlier) return earlier;
  checkPayable(bill, wanted.purpose);
  const open = await openChargeOf(tx, tx.tenantId, subscriptionId, wanted.purpose);
  if (open) fail('OPEN_CHARGE', { extra: { paymentId: open.id } });
  const begun: Begun = { tx, house, bill, wanted, key, quoted: await allowed(house, tx, bill, wanted) };
  if (begun.quoted.amountCents === 0) return waive(begun);
  return wanted.method === 'manual' ? payThere(begun) : beginPix(begun);
}

/** Ends the open charge that gives way to another; what is being worked on by an acquirer cannot (spec 14.4). */
async function giveWay(house: House, tenantId: number, open: PaymentRow): Promise<void> {
  if (open.method !== 'pix') fail('OPEN_CHARGE', { extra: { paymentId: open.id } });
  const left = await removeCharge(house, tenantId, open.id, 'cancelled').catch((error: unknown) => {
    if (isProviderFailure(error)) fail('PROVIDER_UNAVAILABLE', { extra: { paymentId: open.id } });
    throw error;
  });
  if (left?.state === 'paid') fail('ALREADY_PAID');
}

async function replaceOpen(
  house: House,
  tenantId: number,
  { subscriptionId, wanted, key }: Command,
): Promise<void> {
  const on = house.db.tenant(tenantId);
  if (key && (await paymentByKey(on, tenantId, subscriptionId, key))) return;
  const state = await stateOf(on, tenantId, subscriptionId);
  const open = state && (await openChargeOf(on, tenantId, subscriptionId, wanted.purpose));
  if (!open) return;
  // The old charge is only given up for one that can be made.
  const bill = await readBill(house, on, state);
  checkPayable(bill, wanted.purpose);
  await allowed(house, on, bill, wanted, open.id);
  // The class was kept until the end of the old charge; between the two nobody else may take it.
  const { expires_at: end } = open;
  if (end) await house.db.write(tenantId, (tx) => keepHold(tx, subscriptionId, end));
  await giveWay(house, tenantId, open);
}

const read = async (house: House, tenantId: number, id: number): Promise<PaymentRow> => {
  const row = await paymentById(house.db.tenant(tenantId), tenantId, id);
  if (!row) throw new Error(`Payment ${id} vanished`);
  return row;
};

/**
 * Charges what is due (spec 14.7). The amount is computed here; the charge is stored with its txid, made at the
 * provider outside any transaction, then stored as pending. A time-out answers `processing`.
 * Refusals in the order of spec 14.7, then 503 `PROVIDER_UNAVAILABLE` when nothing was charged.
 */
export async function chargeNow(house: House, tenantId: number, command: Command): Promise<PaymentRow> {
  if (command.replace) await replaceOpen(house, tenantId, command);
  const begun = await house.db.write(tenantId, (tx) => begin(tx, house, command));
  const keep = (until: Date) =>
    house.db.tenant(tenantId).many(sql`
      update payment set next_check_at = ${until}::timestamptz
      where tenant_id = ${tenantId} and id = ${begun.id} and state = 'created' returning id`);
  // Should this process die, another one asks what became of the charge.
  if (begun.state === 'created')
    await underLease(house, keep, () => createAtProvider(house, tenantId, begun.id));
  return read(house, tenantId, begun.id);
}

/** A new code for a charge that ended unpaid, on the same terms (spec 14.2). */
export async function renewCharge(house: House, tenantId: number, old: PaymentRow): Promise<PaymentRow> {
  if (old.method !== 'pix' || old.price_id === null) fail('STATE_CONFLICT', { extra: { state: old.state } });
  const over = old.expires_at !== null && old.expires_at <= house.clock.now();
  if (over && (old.state === 'pending' || old.state === 'processing' || old.state === 'created')) {
    await giveUp(house, tenantId, old);
  }
  return chargeNow(house, tenantId, {
    subscriptionId: old.subscription_id,
    replace: false,
    key: null,
    wanted: {
      purpose: old.purpose,
      priceId: old.price_id,
      method: 'pix',
      installments: old.installments,
      voucher: old.discounts.voucher,
      mode: old.discounts.mode,
    },
  }).catch((error: unknown) => {
    // Prices and vouchers have changed: the candidate chooses again instead of getting another amount unasked.
    const changed =
      error instanceof AppError && (error.code === 'VALIDATION' || error.code === 'VOUCHER_INVALID');
    if (changed) fail('STATE_CONFLICT', { extra: { state: old.state } });
    throw error;
  });
}

const giveUp = (house: House, tenantId: number, old: PaymentRow): Promise<unknown> =>
  removeCharge(house, tenantId, old.id, 'expired').catch((error: unknown) => {
    if (isProviderFailure(error)) fail('PROVIDER_UNAVAILABLE', { extra: { paymentId: old.id } });
    throw error;
  });

/** Cancels an open charge at the candidate's wish. Paid meanwhile: 409 `ALREADY_PAID`. */
export async function cancelCharge(house: House, tenantId: number, row: PaymentRow): Promise<void> {
  if (row.state === 'paid' || row.state === 'refunded') fail('ALREADY_PAID');
  const open = row.state === 'created' || row.state === 'processing' || row.state === 'pending';
  if (!open || row.method === 'manual') fail('STATE_CONFLICT', { extra: { state: row.state } });
  await giveWay(house, tenantId, row);
}
