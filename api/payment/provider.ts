import { isOpenCharge } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { fail } from '../platform/http/errors.ts';
import { type Platform, publicUrlOf } from '../platform/platform.ts';
import { type PixCharge, type PixGateway, ProviderUnavailable, ProviderUnknown } from '../platform/ports.ts';
import { lockSubscription } from '../subscription/move.ts';
import { tenantById } from '../tenancy/hosts.ts';
import { applyCharge } from './apply.ts';
import { closeCharge, emitPayment } from './close.ts';
import { type ChargeRow, chargeById, lockPayment, type PaymentRow, paymentById } from './store.ts';

export const isProviderFailure = (error: unknown): boolean =>
  error instanceof ProviderUnavailable || error instanceof ProviderUnknown;

/** The charge of a payment and the gateway of its provider. */
export type Held = { row: ChargeRow; txid: string; gateway: PixGateway };

/** Finds a pix charge with its provider account. @throws ProviderUnavailable when the account is not configured. */
export async function heldCharge(platform: Platform, tenantId: number, paymentId: number): Promise<Held> {
  const row = await chargeById(platform.db.tenant(tenantId), tenantId, paymentId);
  if (!row?.txid) throw new Error(`Payment ${paymentId} has no charge at a provider`);
  const gateway = platform.ports.pix.account(row.tenant_alias, row.institution_code);
  if (!gateway)
    throw new ProviderUnavailable(`No provider account ${row.tenant_alias}/${row.institution_code}`);
  return { row, txid: row.txid, gateway };
}

/** Webhook address of a tenant for providers; its last part is an unguessable secret. */
async function webhookAddress(platform: Platform, tenantId: number): Promise<string> {
  const { alias, webhookSecret } = await tenantById(platform, tenantId);
  return `${publicUrlOf(platform)}/orbita/api/operations/webhooks/payments/pix/${alias}/${webhookSecret}`;
}

/**
 * Creates the charge with the stored terms, so that repeating the request has no further effect. The payer is
 * not sent, because Pix does not need it.
 */
const putCharge = async (
  platform: Platform,
  tenantId: number,
  { row, txid, gateway }: Held,
): Promise<PixCharge> => {
  const pixKey = row.pix_key ?? '';
  const [webhook, charge] = await Promise.allSettled([
    webhookAddress(platform, tenantId).then((url) => gateway.ensureWebhook(pixKey, url)),
    gateway.create({
      txid,
      amountCents: row.amount_cents,
      expiresInSeconds: Math.max(
        1,
        Math.floor(((row.expires_at?.getTime() ?? 0) - row.created_at.getTime()) / 1000),
      ),
      pixKey,
      note: `${row.purpose === 'tax' ? 'Taxa de inscrição' : 'Matrícula'} em ${row.course_name}, inscrição ${row.subscription_id}`,
    }),
  ]);
  // Without webhooks the reconciliation still finds payments.
  if (webhook.status === 'rejected') platform.log.warn({ err: webhook.reason }, 'pix webhook not registered');
  if (charge.status === 'rejected') throw charge.reason;
  return charge.value;
};

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
  let found: PixCharge;
  try {
    found = await putCharge(platform, tenantId, await heldCharge(platform, tenantId, paymentId));
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    const unknown = error instanceof ProviderUnknown;
    platform.log.warn({ payment: paymentId, unknown, err: error }, 'pix charge not made');
    await settle(platform, tenantId, paymentId, unknown ? 'processing' : 'error');
    if (unknown) return;
    fail('PROVIDER_UNAVAILABLE', { extra: { paymentId } });
  }
  await applyCharge(platform, tenantId, paymentId, found);
}

/**
 * Looks up a charge at the provider and applies its state. A charge that should exist but does not is created
 * again under the same txid. Returns whether anything changed. @throws when the provider does not answer.
 */
export async function lookUp(platform: Platform, tenantId: number, paymentId: number): Promise<boolean> {
  const held = await heldCharge(platform, tenantId, paymentId);
  const found = await held.gateway.find(held.txid);
  if (found) return applyCharge(platform, tenantId, paymentId, found);
  const { row } = held;
  const wanted = row.state === 'created' || row.state === 'processing';
  if (!wanted || !row.expires_at || row.expires_at <= platform.clock.now()) return false;
  return applyCharge(platform, tenantId, paymentId, await putCharge(platform, tenantId, held));
}

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
  const { txid, gateway } = await heldCharge(platform, tenantId, paymentId);
  const left = await gateway.remove(txid);
  if (left?.status === 'CONCLUIDA') {
    await applyCharge(platform, tenantId, paymentId, left);
    return paymentById(platform.db.tenant(tenantId), tenantId, paymentId);
  }
  if (left?.status === 'ATIVA' || left?.status === 'UNKNOWN')
    throw new ProviderUnknown('The charge was not removed');
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
