import { isoInZone, toAmount } from '@orbita/domain/foundation';
import type { PriceRow, Simulation } from '@orbita/domain/payment';
import type { Answer } from '@orbita/protocol';
import QRCode from 'qrcode';
import type { PaymentRow } from './store.ts';

type Payment = Answer<'GET /candidate/payments/{paymentId}'>;

/** QR code of a copy-and-paste text as a data URL for an image; generated here, so that no other service is called. */
async function qrImage(text: string): Promise<string> {
  const svg = await QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** What is shown of a payable slip; null until the bank has registered it or if it cannot be paid. */
function presentSlip({ state, slip, amount_cents: cents }: PaymentRow): Payment['slip'] {
  if (state !== 'pending' || !slip?.digitableLine || !slip.barcode) return null;
  const { digitableLine, barcode, dueDay, fullCents } = slip;
  return {
    digitableLine,
    barcode,
    dueDate: dueDay,
    discountUntilDue: fullCents > cents ? toAmount(fullCents - cents) : null,
  };
}

/** Whether the slip goes to the bank in a file, so that the bank's answer takes a day. */
const waitsForFile = ({ state, slip }: PaymentRow): boolean =>
  slip?.provider === 'cnab' && (state === 'created' || state === 'processing');

const presentAuthorisation = ({ recurrence, time_zone: zone }: PaymentRow): Payment['recurrence'] =>
  recurrence && {
    id: recurrence.id,
    state: recurrence.state,
    approvedAt: recurrence.approvedAt && isoInZone(new Date(recurrence.approvedAt), zone),
  };

/** A payment as in spec 14.7. The code is included only while it can be paid. */
export async function presentPayment(row: PaymentRow, denial: Payment['denial'] = null): Promise<Payment> {
  const iso = (at: Date) => isoInZone(at, row.time_zone);
  const code = row.state === 'pending' ? row.pix_copy_paste : null;
  return {
    paymentId: row.id,
    subscriptionId: row.subscription_id,
    priceId: row.price_id,
    purpose: row.purpose,
    state: row.state,
    amount: toAmount(row.amount_cents),
    method: row.method,
    installments: row.installments,
    createdAt: iso(row.created_at),
    paidAt: row.paid_at && iso(row.paid_at),
    slip: presentSlip(row),
    ...(waitsForFile(row) ? { slipWait: 'business-day' as const } : {}),
    ...(row.attention.includes('unanswered') ? { answerLate: true as const } : {}),
    pix:
      code && row.expires_at
        ? { qrCode: await qrImage(code), copyPaste: code, expiresAt: iso(row.expires_at) }
        : null,
    card: row.card && { brand: row.card.brand, last4: row.card.last4, installments: row.card.parts },
    denial,
    recurrence: presentAuthorisation(row),
  };
}

/** Discounts of one instalment; the names come from the seed data. */
export const presentDiscount = ({ number, voucher, discount, conditional }: PriceRow) => ({
  Number: number,
  VoucherDiscountValue: toAmount(voucher),
  DiscountValue: toAmount(discount),
  ConditionalDiscountValue: toAmount(conditional),
});

export const presentSimulation = (simulation: Simulation) => ({
  installments: simulation.installments,
  installmentValue: toAmount(simulation.installmentValue),
  firstValue: toAmount(simulation.firstValue),
  total: toAmount(simulation.total),
  totalWithoutConditional: toAmount(simulation.totalWithoutConditional),
  maxCardInstallments: simulation.maxCardInstallments,
  rows: simulation.rows.map((row) => ({ ...presentDiscount(row), FinalValue: toAmount(row.final) })),
});
