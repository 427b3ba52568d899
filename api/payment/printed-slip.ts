import { DEFAULT_PAYMENT_SETTINGS, type PaymentSettings } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { payerOf } from './payer.ts';
import { chargeById } from './store.ts';

/** What stands on a slip that can be paid. Amounts in cents, days `YYYY-MM-DD`. */
export type Printed = {
  subscriptionId: number;
  receiver: string;
  receiverDocument: string;
  payer: string;
  payerDocument: string;
  payerAddress: string;
  ourNumber: string;
  digitableLine: string;
  barcode: string;
  issuedAt: Date;
  timeZone: string;
  dueDay: string;
  /** Amount on the slip; until the due day `discountCents` less. */
  fullCents: number;
  discountCents: number;
  /** Code of the Pix that pays the same slip. */
  copyPaste: string | null;
};

/**
 * A slip of the bank for printing; undefined for another kind of payment. @throws `SLIP_ERROR` while the bank has not printed
 * it, and for one that cannot be paid any more.
 */
export async function printedSlip(
  platform: Platform,
  tenantId: number,
  paymentId: number,
): Promise<Printed | undefined> {
  const on = platform.db.tenant(tenantId);
  const charge = await chargeById(on, tenantId, paymentId);
  if (!charge?.slip) return undefined;
  const { ourNumber, digitableLine, barcode, dueDay, fullCents } = charge.slip;
  if (charge.state !== 'pending' || !ourNumber || !digitableLine || !barcode) fail('SLIP_ERROR');
  const institution = await on.one<{ name: string; payment: Partial<PaymentSettings> }>(sql`
    select i.name, i.payment from institution i join subscription s on s.tenant_id = i.tenant_id and s.institution_id = i.id
    where s.tenant_id = ${tenantId} and s.id = ${charge.subscription_id}`);
  const { receiver } = { ...DEFAULT_PAYMENT_SETTINGS, ...institution?.payment };
  const payer = await payerOf(platform, charge);
  const street = [payer.street, payer.number, payer.complement].filter(Boolean).join(', ');
  return {
    subscriptionId: charge.subscription_id,
    receiver: receiver?.name ?? institution?.name ?? '',
    receiverDocument: receiver?.document ?? '',
    payer: payer.name,
    payerDocument: payer.document,
    payerAddress: `${street}, ${payer.district}, ${payer.city} – ${payer.state}, CEP ${payer.zipCode}`,
    ourNumber,
    digitableLine,
    barcode,
    issuedAt: charge.created_at,
    timeZone: charge.time_zone,
    dueDay,
    fullCents,
    discountCents: fullCents - charge.amount_cents,
    copyPaste: charge.pix_copy_paste,
  };
}
