import { isOpenCharge } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { type House, publicUrlOf } from '../platform/house.ts';
import { fail } from '../platform/http/errors.ts';
import { type PixCharge, type PixGateway, ProviderUnavailable, ProviderUnknown } from '../platform/ports.ts';
import { lockSubscription } from '../subscription/index.ts';
import { tenantById } from '../tenancy/index.ts';
import { applyCharge } from './apply.ts';
import { closeCharge, tellPayment } from './close.ts';
import { type ChargeRow, chargeById, lockPayment, type PaymentRow, paymentById } from './store.ts';

export const isProviderFailure = (error: unknown): boolean =>
  error instanceof ProviderUnavailable || error instanceof ProviderUnknown;

/** The charge of a payment and who carries it out. */
export type Held = { row: ChargeRow; txid: string; gateway: PixGateway };

/** Finds a pix charge with its provider account. @throws ProviderUnavailable when the account is not configured. */
export async function heldCharge(house: House, tenantId: number, paymentId: number): Promise<Held> {
  const row = await chargeById(house.db.tenant(tenantId), tenantId, paymentId);
  if (!row?.txid) throw new Error(`Payment ${paymentId} has no charge at a provider`);
  const gateway = house.ports.pix.account(row.tenant_alias, row.institution_code);
  if (!gateway)
    throw new ProviderUnavailable(`No provider account ${row.tenant_alias}/${row.institution_code}`);
  return { row, txid: row.txid, gateway };
}

/** Address at which providers notify a tenant; its last part cannot be guessed. */
async function webhookAddress(house: House, tenantId: number): Promise<string> {
  const { alias, webhookSecret } = await tenantById(house, tenantId);
  return `${publicUrlOf(house)}/orbita/api/operations/webhooks/payments/pix/${alias}/${webhookSecret}`;
}

/**
 * Asks for the charge with the terms that were stored, so that asking twice is asking once. The payer is not named:
 * Pix does not need it, so the bank is not told.
 */
const putCharge = async (
  house: House,
  tenantId: number,
  { row, txid, gateway }: Held,
): Promise<PixCharge> => {
  const pixKey = row.pix_key ?? '';
  const [webhook, charge] = await Promise.allSettled([
    webhookAddress(house, tenantId).then((url) => gateway.ensureWebhook(pixKey, url)),
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
  // Without notices the reconciliation still finds what was paid.
  if (webhook.status === 'rejected') house.log.warn({ err: webhook.reason }, 'pix webhook not registered');
  if (charge.status === 'rejected') throw charge.reason;
  return charge.value;
};

const settle = (
  house: House,
  tenantId: number,
  paymentId: number,
  outcome: 'error' | 'processing',
): Promise<void> =>
  house.db.write(tenantId, async (tx) => {
    const known = await paymentById(tx, tenantId, paymentId);
    if (!known) return;
    const subscription = await lockSubscription(tx, known.subscription_id);
    const row = await lockPayment(tx, paymentId);
    if (row?.state !== 'created') return;
    if (outcome === 'error') {
      await closeCharge(tx, house, subscription, row, 'error');
      return;
    }
    await tx.one(sql`update payment set state = 'processing', next_check_at = null, updated_at = ${house.clock.now()}::timestamptz
      where tenant_id = ${tenantId} and id = ${paymentId} returning id`);
    await tellPayment(tx, house, 'payment.processing', { ...row, state: 'processing' });
  });

/**
 * Has the provider make the charge of a stored payment, outside any transaction. A time-out leaves it `processing`:
 * it may exist, and is looked up before anything else. Refused or unreachable: nothing was charged, 503.
 */
export async function createAtProvider(house: House, tenantId: number, paymentId: number): Promise<void> {
  let found: PixCharge;
  try {
    found = await putCharge(house, tenantId, await heldCharge(house, tenantId, paymentId));
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    const unknown = error instanceof ProviderUnknown;
    house.log.warn({ payment: paymentId, unknown, err: error }, 'pix charge not made');
    await settle(house, tenantId, paymentId, unknown ? 'processing' : 'error');
    if (unknown) return;
    fail('PROVIDER_UNAVAILABLE', { extra: { paymentId } });
  }
  await applyCharge(house, tenantId, paymentId, found);
}

/**
 * Asks the provider about a charge and applies what it says. A charge that should exist but does not is asked for
 * again under the same txid. Answers whether anything changed. @throws when the provider does not answer.
 */
export async function lookUp(house: House, tenantId: number, paymentId: number): Promise<boolean> {
  const held = await heldCharge(house, tenantId, paymentId);
  const found = await held.gateway.find(held.txid);
  if (found) return applyCharge(house, tenantId, paymentId, found);
  const { row } = held;
  const wanted = row.state === 'created' || row.state === 'processing';
  if (!wanted || !row.expires_at || row.expires_at <= house.clock.now()) return false;
  return applyCharge(house, tenantId, paymentId, await putCharge(house, tenantId, held));
}

/** Confirms a payment only by the provider's own word (spec 17.2: a notice is a hint). */
export const confirmPix = lookUp;

/**
 * Takes a charge off the air at the provider and ends it here. Paid meanwhile: applied instead. Answers the payment as
 * it is then. @throws when the provider does not answer; nothing has changed then.
 */
export async function removeCharge(
  house: House,
  tenantId: number,
  paymentId: number,
  state: 'expired' | 'cancelled',
): Promise<PaymentRow | undefined> {
  const { txid, gateway } = await heldCharge(house, tenantId, paymentId);
  const left = await gateway.remove(txid);
  if (left?.status === 'CONCLUIDA') {
    await applyCharge(house, tenantId, paymentId, left);
    return paymentById(house.db.tenant(tenantId), tenantId, paymentId);
  }
  if (left?.status === 'ATIVA' || left?.status === 'UNKNOWN')
    throw new ProviderUnknown('The charge was not removed');
  return house.db.write(tenantId, async (tx) => {
    const known = await paymentById(tx, tenantId, paymentId);
    if (!known) return undefined;
    const subscription = await lockSubscription(tx, known.subscription_id);
    const row = await lockPayment(tx, paymentId);
    if (!row || !isOpenCharge(row.state)) return row;
    // Unknown there, but perhaps on its way: then it is removed when it appears.
    return closeCharge(tx, house, subscription, row, state, { removeAtProvider: left === undefined });
  });
}
