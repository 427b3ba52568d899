import { toAmount } from '@orbita/domain/foundation';
import { isOpenCharge, PAYER_LINK } from '@orbita/domain/payment';
import type { Answer } from '@orbita/protocol';
import type { PayerContext } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { presentPayment } from '../present.ts';
import { printedSlip } from '../printed-slip.ts';
import { slipPdfInThread } from '../slip-pdf/in-thread.ts';
import type { SlipDocument } from '../slip-pdf/slip-document.ts';
import { type PaymentRow, paymentById } from '../store.ts';
import { institutionOf } from './store.ts';

type PayerCharge = Answer<'GET /candidate/payer-charge'>;

const READS: Limit = { name: 'payer-reads', max: PAYER_LINK.readsPerMinute, windowMs: 60_000 };
const PDFS: Limit = { name: 'payer-pdfs', max: PAYER_LINK.pdfsPerMinute, windowMs: 60_000 };

async function chargeOf(ctx: PayerContext, limit: Limit): Promise<PaymentRow> {
  const { platform, tenant, link } = ctx;
  platform.limits.take(limit, { tenant: tenant.id, link: link.id });
  const row = await paymentById(platform.db.tenant(tenant.id), link.paymentId);
  return row ?? fail('PAYER_LINK_INVALID');
}

function stateOf({ state }: PaymentRow): PayerCharge['state'] {
  if (state === 'paid' || state === 'refunded') return state;
  return isOpenCharge(state) ? 'open' : 'over';
}

/** The charge behind the link: the slip or Pix code to pay, or its outcome; nothing identifies the candidate (spec 14.9). */
export async function showPayerCharge(ctx: PayerContext): Promise<PayerCharge> {
  const row = await chargeOf(ctx, READS);
  const { slip, pix, createdAt, paidAt } = await presentPayment(row);
  return {
    state: stateOf(row),
    institution: await institutionOf(ctx.platform.db.tenant(ctx.tenant.id), row.id),
    purpose: row.purpose,
    method: row.method === 'slip' ? 'slip' : 'pix',
    installments: row.installments,
    amount: toAmount(row.received_cents ?? row.amount_cents),
    createdAt,
    paidAt,
    slip,
    pix,
  };
}

/** Removes all names from a slip; a bank needs only the digitable line and the barcode to accept it. */
const withoutPeople = (document: SlipDocument, { purpose }: PaymentRow): SlipDocument => ({
  ...document,
  payer: { name: 'Dados com a instituição', document: '', address: '' },
  onBehalfOf: null,
  instructions: [purpose === 'tax' ? 'Taxa de inscrição' : 'Matrícula'],
});

/**
 * The slip behind the link as a base64 PDF. Throws `NOT_FOUND` for a Pix charge and `SLIP_ERROR` for a slip that cannot be
 * paid.
 */
export async function payerSlip(ctx: PayerContext): Promise<string> {
  const row = await chargeOf(ctx, PDFS);
  const printed = await printedSlip(ctx.platform, ctx.tenant.id, row.id);
  if (!printed) fail('NOT_FOUND');
  const slip = withoutPeople(printed.document, row);
  return (await slipPdfInThread(ctx.tenant.id, slip)).toString('base64');
}
