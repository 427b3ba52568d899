import { dayInZone } from '@orbita/domain/foundation';
import { DEFAULT_PAYMENT_SETTINGS, type PaymentSettings } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { noteOf } from './instruments/instrument.ts';
import { partyOf } from './payer.ts';
import type { SlipDocument } from './slip-pdf/slip-document.ts';
import { chargeById } from './store.ts';

/** A payable slip, with its application and its digitable line. */
export type Printed = { subscriptionId: number; digitableLine: string; document: SlipDocument };

type Address = NonNullable<Awaited<ReturnType<typeof partyOf>>['address']>;
type Institution = { name: string; payment: Partial<PaymentSettings>; candidate: string };

function inOneLine({ street, number, complement, district, city, state, zipCode }: Address): string {
  const house = [street, number, complement].filter(Boolean).join(', ');
  return `${house}, ${district}, ${city} – ${state}, CEP ${zipCode}`;
}

/**
 * The bank's slip, ready for printing; undefined for another kind of payment. Throws `SLIP_ERROR` for a slip that the bank has
 * not registered yet or that can no longer be paid.
 */
export async function printedSlip(
  platform: Platform,
  tenantId: number,
  paymentId: number,
): Promise<Printed | undefined> {
  const on = platform.db.tenant(tenantId);
  const charge = await chargeById(on, paymentId);
  if (!charge?.slip) return undefined;
  const { ourNumber, digitableLine, barcode, dueDay, fullCents } = charge.slip;
  if (charge.state !== 'pending' || !ourNumber || !digitableLine || !barcode) fail('SLIP_ERROR');
  const institution = await on.one<Institution>(sql`
    select i.name, i.payment, p.name as candidate from subscription s
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
    where s.tenant_id = ${tenantId} and s.id = ${charge.subscription_id}`);
  const { receiver, slipAgreement } = { ...DEFAULT_PAYMENT_SETTINGS, ...institution?.payment };
  const { name, cpf, address } = await partyOf(platform, charge);
  const discount = fullCents - charge.amount_cents;
  const document: SlipDocument = {
    barcode,
    beneficiary: {
      name: receiver?.name ?? institution?.name ?? '',
      document: receiver?.document ?? '',
      address: receiver?.city ?? '',
    },
    agreement: slipAgreement?.agreement ?? '',
    payer: { name, document: cpf ?? '', address: address ? inOneLine(address) : '' },
    onBehalfOf: institution && institution.candidate !== name ? institution.candidate : null,
    ourNumber,
    reference: charge.reference,
    wallet: slipAgreement?.wallet ?? '',
    issuedOn: dayInZone(charge.created_at, charge.time_zone),
    dueDate: dueDay,
    amountCents: fullCents,
    discount: discount > 0 ? { cents: discount, until: dueDay } : null,
    instructions: [noteOf(charge)],
    pixCopyPaste: charge.pix_copy_paste,
  };
  return { subscriptionId: charge.subscription_id, digitableLine, document };
}
