import { isOpenCharge, isPixMethod } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { ProviderUnavailable, ProviderUnknown } from '../platform/ports.ts';
import { lockSubscription } from '../subscription/move.ts';
import { about } from './answer-shapes.ts';
import { applyCharge } from './apply.ts';
import { closeCharge } from './close.ts';
import type { CardSecret, Instrument, ProviderCharge } from './instruments/instrument.ts';
import { instrumentOf } from './instruments.ts';
import type { ChargeReport } from './report.ts';
import { type ChargeRow, chargeById, lockPayment, type PaymentRow, paymentById } from './store.ts';

export const isProviderFailure = (error: unknown): boolean =>
  error instanceof ProviderUnavailable || error instanceof ProviderUnknown;

/** The charge of a payment, with the calls about it. */
export type Held = { row: ChargeRow; at: ProviderCharge; instrument: Instrument };

/** The calls about a charge; what the provider says about another one is never taken for it. */
function onlyAbout(reference: string, at: ProviderCharge): ProviderCharge {
  const of = (found: ChargeReport) => about(reference, found, (one) => one.reference);
  return {
    create: async (secret) => of(await at.create(secret)),
    find: async () => {
      const found = await at.find();
      return found && of(found);
    },
    remove: async () => {
      const left = await at.remove();
      return left && of(left);
    },
  };
}

/** Loads a charge together with its provider. @throws ProviderUnavailable when the account is not configured. */
export async function heldCharge(platform: Platform, tenantId: number, paymentId: number): Promise<Held> {
  const row = await chargeById(platform.db.tenant(tenantId), paymentId);
  const instrument = row && instrumentOf(row.method);
  if (!instrument) throw new Error(`Payment ${paymentId} has no charge at a provider`);
  return { row, at: onlyAbout(row.reference, instrument.at(platform, row)), instrument };
}

/** Ends a charge that was never created at the provider. */
const giveUp = (platform: Platform, tenantId: number, paymentId: number): Promise<void> =>
  platform.db.write(tenantId, async (tx) => {
    const known = await paymentById(tx, paymentId);
    if (!known) return;
    const subscription = await lockSubscription(tx, known.subscription_id);
    const row = await lockPayment(tx, paymentId);
    if (row?.state === 'created') await closeCharge(tx, platform, subscription, row, 'error');
  });

/** Report on a charge whose provider has not answered yet. */
const unanswered = (reference: string): ChargeReport => ({
  reference,
  providerId: null,
  status: 'processing',
  copyPaste: null,
  slip: null,
  card: null,
  received: [],
});

/** Nothing was charged: ends the payment, so that the candidate can try again. */
async function notMade(
  platform: Platform,
  tenantId: number,
  paymentId: number,
  error: unknown,
): Promise<never> {
  if (!isProviderFailure(error)) throw error;
  platform.log.warn({ payment: paymentId, err: error }, 'charge not made');
  await giveUp(platform, tenantId, paymentId);
  return fail('PROVIDER_UNAVAILABLE', { extra: { paymentId } });
}

/**
 * Creates the charge of a stored payment at the provider, outside any transaction. On a timeout the payment becomes
 * `processing`: the charge may exist, so it is looked up first. If the provider refuses or cannot be reached, nothing was
 * charged and the call fails with 503.
 */
export async function createAtProvider(
  platform: Platform,
  tenantId: number,
  paymentId: number,
  secret?: CardSecret,
): Promise<void> {
  const { row, at } = await heldCharge(platform, tenantId, paymentId).catch((error: unknown) =>
    notMade(platform, tenantId, paymentId, error),
  );
  const found = await at.create(secret).catch((error: unknown) => {
    if (!(error instanceof ProviderUnknown)) return notMade(platform, tenantId, paymentId, error);
    platform.log.warn({ payment: paymentId, err: error }, 'charge not answered');
    return unanswered(row.reference);
  });
  await applyCharge(platform, tenantId, paymentId, found);
}

/**
 * Resumes a charge whose process died while requesting it from the provider: it may exist, so it is looked up; if the lookup
 * yields nothing, the payment becomes `processing`.
 */
export async function resumeAtProvider(
  platform: Platform,
  tenantId: number,
  { id, txid }: Pick<PaymentRow, 'id' | 'txid'>,
): Promise<void> {
  const changed = await lookUp(platform, tenantId, id).catch((error: unknown) => {
    if (!isProviderFailure(error)) throw error;
    platform.log.warn({ payment: id, err: error }, 'charge not looked up');
    return false;
  });
  if (!changed && txid !== null) await applyCharge(platform, tenantId, id, unanswered(txid));
}

/**
 * Looks up a charge at the provider and applies its state. A charge that should exist but does not is created again under the
 * same reference; a card charge has then failed. Returns whether anything changed.
 * @throws when the provider does not answer.
 */
export async function lookUp(platform: Platform, tenantId: number, paymentId: number): Promise<boolean> {
  const held = await heldCharge(platform, tenantId, paymentId);
  const found = await held.at.find();
  if (found) return applyCharge(platform, tenantId, paymentId, found);
  const { row, instrument } = held;
  const waits = row.state === 'created' || row.state === 'processing';
  const wanted = waits && row.checks >= instrument.looksBeforeRepeat;
  // A charge without an expiry, such as one by card, ends only when its provider says so.
  if (!wanted || (row.expires_at !== null && row.expires_at <= platform.clock.now())) return false;
  if (row.slip)
    await platform.db.tenant(tenantId).one(sql`
      update payment_slip set asked_again = true where tenant_id = ${tenantId} and payment_id = ${paymentId}
      returning payment_id`);
  return applyCharge(platform, tenantId, paymentId, await held.at.create());
}

/** Whether the provider has permanently ended a charge unpaid. */
export const isGone = ({ status }: ChargeReport): boolean =>
  status === 'removed' || status === 'ended' || status === 'failed';

/** Whether nobody can have paid the charge, because its Pix code was never shown to anybody. */
const isUnseenCode = ({ state, method, pix_copy_paste: code }: PaymentRow): boolean =>
  isPixMethod(method) && code === null && (state === 'created' || state === 'processing');

/**
 * Removes a charge at the provider and ends it here. If it was paid in the meantime, the payment is applied instead. One whose
 * code nobody has seen also ends if the provider does not answer, and is removed there later, so that a bank that cannot be
 * understood keeps nobody from paying in another way. Returns the payment afterwards.
 * @throws when the provider does not answer about a charge that somebody may have paid; nothing has changed then.
 */
export async function removeCharge(
  platform: Platform,
  tenantId: number,
  paymentId: number,
  state: 'expired' | 'cancelled',
): Promise<PaymentRow | undefined> {
  const { row: asked, at, instrument } = await heldCharge(platform, tenantId, paymentId);
  let failure: { error: unknown } | undefined;
  const left = await at.remove().catch((error: unknown) => {
    if (!isUnseenCode(asked)) throw error;
    failure = { error };
    const level = isProviderFailure(error) ? 'warn' : 'error';
    platform.log[level]({ payment: paymentId, err: error }, 'charge without a code not removed yet');
    return undefined;
  });
  if (left?.status === 'paid') {
    await applyCharge(platform, tenantId, paymentId, left);
    return paymentById(platform.db.tenant(tenantId), paymentId);
  }
  const later = instrument.endsLater && (left?.status === 'open' || left?.status === 'processing');
  if (left && !isGone(left) && !later) throw new ProviderUnknown('The charge was not removed');
  return platform.db.write(tenantId, async (tx) => {
    const known = await paymentById(tx, paymentId);
    if (!known) return undefined;
    const subscription = await lockSubscription(tx, known.subscription_id);
    const row = await lockPayment(tx, paymentId);
    if (!row || !isOpenCharge(row.state)) return row;
    // The code may have come in the meantime.
    if (failure && !isUnseenCode(row)) throw failure.error;
    // A charge that the provider does not know may still appear; it is then removed.
    return closeCharge(tx, platform, subscription, row, state, { removeAtProvider: later || !left });
  });
}
