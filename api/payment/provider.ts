import { isOpenCharge } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { ProviderUnavailable, ProviderUnknown } from '../platform/ports.ts';
import { lockSubscription } from '../subscription/move.ts';
import { applyCharge } from './apply.ts';
import { closeCharge, emitPayment } from './close.ts';
import type { ProviderCharge } from './instruments/instrument.ts';
import { instrumentOf } from './instruments.ts';
import type { ChargeReport } from './report.ts';
import { type ChargeRow, chargeById, lockPayment, type PaymentRow, paymentById } from './store.ts';

export const isProviderFailure = (error: unknown): boolean =>
  error instanceof ProviderUnavailable || error instanceof ProviderUnknown;

/** The charge of a payment, and the calls about it. */
export type Held = { row: ChargeRow; at: ProviderCharge };

/** Finds a charge with its provider. @throws ProviderUnavailable when the account is not configured. */
export async function heldCharge(platform: Platform, tenantId: number, paymentId: number): Promise<Held> {
  const row = await chargeById(platform.db.tenant(tenantId), tenantId, paymentId);
  const instrument = row && instrumentOf(row.method);
  if (!instrument) throw new Error(`Payment ${paymentId} has no charge at a provider`);
  return { row, at: instrument.at(platform, row) };
}

const settle = (
  platform: Platform,
  tenantId: number,
  paymentId: number,
  outcome: 'error' | 'processing',
): Promise<void> =>
  platform.db.write(tenantId, async (tx) => {
    const known = await paymentById(tx, tenantId, paymentId);
    if (!known) return;
    const subscription = await lockSubscription(tx, known.subscription_id);
    const row = await lockPayment(tx, paymentId);
    if (row?.state !== 'created') return;
    if (outcome === 'error') {
      await closeCharge(tx, platform, subscription, row, 'error');
      return;
    }
    await tx.one(sql`update payment set state = 'processing', next_check_at = ${new Date(platform.clock.wall())}::timestamptz,
        updated_at = ${platform.clock.now()}::timestamptz
      where tenant_id = ${tenantId} and id = ${paymentId} returning id`);
    await emitPayment(tx, platform, 'payment.processing', { ...row, state: 'processing' });
  });

/**
 * Creates the charge of a stored payment at the provider, outside any transaction. A time-out leaves it
 * `processing`: it may exist, and is looked up first. Refused or unreachable: nothing was charged, 503.
 */
export async function createAtProvider(
  platform: Platform,
  tenantId: number,
  paymentId: number,
): Promise<void> {
  let found: ChargeReport;
  try {
    found = await (await heldCharge(platform, tenantId, paymentId)).at.create();
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    const unknown = error instanceof ProviderUnknown;
    platform.log.warn({ payment: paymentId, unknown, err: error }, 'charge not made');
    await settle(platform, tenantId, paymentId, unknown ? 'processing' : 'error');
    if (unknown) return;
    fail('PROVIDER_UNAVAILABLE', { extra: { paymentId } });
  }
  await applyCharge(platform, tenantId, paymentId, found);
}

/**
 * Looks up a charge at the provider and applies its state. A charge that should exist but does not is created
 * again under the same reference. Returns whether anything changed. @throws when the provider does not answer.
 */
export async function lookUp(platform: Platform, tenantId: number, paymentId: number): Promise<boolean> {
  const held = await heldCharge(platform, tenantId, paymentId);
  const found = await held.at.find();
  if (found) return applyCharge(platform, tenantId, paymentId, found);
  const { row } = held;
  const wanted = row.state === 'created' || row.state === 'processing';
  if (!wanted || !row.expires_at || row.expires_at <= platform.clock.now()) return false;
  return applyCharge(platform, tenantId, paymentId, await held.at.create());
}

/** Whether the provider has ended a charge unpaid, for good. */
export const isGone = ({ status }: ChargeReport): boolean =>
  status === 'removed' || status === 'ended' || status === 'failed';

/**
 * Removes a charge at the provider and ends it here. Paid meanwhile: the payment is applied instead. Returns
 * the payment afterwards. @throws when the provider does not answer; nothing has changed then.
 */
export async function removeCharge(
  platform: Platform,
  tenantId: number,
  paymentId: number,
  state: 'expired' | 'cancelled',
): Promise<PaymentRow | undefined> {
  const left = await (await heldCharge(platform, tenantId, paymentId)).at.remove();
  if (left?.status === 'paid') {
    await applyCharge(platform, tenantId, paymentId, left);
    return paymentById(platform.db.tenant(tenantId), tenantId, paymentId);
  }
  if (left && !isGone(left)) throw new ProviderUnknown('The charge was not removed');
  return platform.db.write(tenantId, async (tx) => {
    const known = await paymentById(tx, tenantId, paymentId);
    if (!known) return undefined;
    const subscription = await lockSubscription(tx, known.subscription_id);
    const row = await lockPayment(tx, paymentId);
    if (!row || !isOpenCharge(row.state)) return row;
    // The provider does not know the charge but may still be creating it; it is removed when it appears.
    return closeCharge(tx, platform, subscription, row, state, { removeAtProvider: left === undefined });
  });
}
