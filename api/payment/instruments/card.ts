import type { CardBrand } from '@orbita/domain/payment';
import { ACQUIRERS } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import type { CardCharge } from '../../platform/acquirer-port.ts';
import { ProviderUnavailable } from '../../platform/ports.ts';
import { customerOf } from '../payer.ts';
import type { ChargeReport, ReportedStatus } from '../report.ts';
import type { Instrument } from './instrument.ts';

const STATUS: Record<CardCharge['status'], ReportedStatus> = {
  PAID: 'paid',
  DENIED: 'denied',
  PROCESSING: 'processing',
  // Money that went back was paid before; refunds are recorded separately.
  VOIDED: 'paid',
  REFUNDED: 'paid',
  CHARGEDBACK: 'charged-back',
  UNKNOWN: 'unknown',
};

/** Converts an acquirer's charge to the common report; `now` replaces a missing timestamp. */
export function cardReport(charge: CardCharge, now: Date): ChargeReport {
  const { orderId, providerId, status, capturedCents, at } = charge;
  const { brand, last4, declineCode, adviceCode, cardReference, networkId } = charge;
  const never = STATUS[status] === 'paid' && capturedCents === 0;
  return {
    reference: orderId,
    providerId,
    status: never ? 'failed' : STATUS[status],
    copyPaste: null,
    slip: null,
    card: { brand, last4, declineCode, adviceCode, cardReference, networkId },
    received:
      capturedCents > 0
        ? [{ reference: `card:${orderId}`, amountCents: capturedCents, at: at ?? now.toISOString() }]
        : [],
  };
}

/** Report of a sale that its acquirer never received. */
const neverMade = (reference: string): ChargeReport => ({
  reference,
  providerId: null,
  status: 'failed',
  copyPaste: null,
  slip: null,
  card: null,
  received: [],
});

/** Charges at the acquirer whose fields the card was typed into. */
export const card: Instrument = {
  removable: false,
  endsLater: false,
  // The one-time token is not stored, so a sale cannot be requested again; five lookups take about six minutes.
  looksBeforeRepeat: 5,
  isServed: (ports, tenantAlias, institutionCode) =>
    ACQUIRERS.some((provider) => ports.acquirers.account(tenantAlias, institutionCode, provider)),
  at(platform, row) {
    const { reference, tenant_alias: alias, institution_code: code, card: kept } = row;
    const acquirer = kept && platform.ports.acquirers.account(alias, code, kept.provider);
    if (!acquirer || !kept) throw new ProviderUnavailable(`No acquirer ${alias}/${code}`);
    const report = (charge: CardCharge) => cardReport(charge, platform.clock.now());
    const find = async () => {
      const found = await acquirer.find(reference);
      return found && report(found);
    };
    return {
      async create(secret) {
        // After repeated lookups the acquirer knows no such sale, and without the token it cannot be requested again.
        if (!secret) return neverMade(reference);
        return report(
          await acquirer.authoriseAndCapture({
            orderId: reference,
            amountCents: row.amount_cents,
            installments: kept.parts,
            token: secret.token,
            brand: kept.brand as CardBrand | null,
            holderName: kept.holderName,
            holderDocument: secret.holderDocument,
            softDescriptor: secret.softDescriptor,
            customer: await customerOf(platform, row),
            ...(secret.authentication ? { authentication: secret.authentication } : {}),
            ...(row.discounts.recurrence ? { storedCredential: 'first' as const } : {}),
          }),
        );
      },
      find,
      // A completed sale is not removed but refunded, and the refund is recorded.
      remove: find,
    };
  },
  async keep(tx, row, { card: answered }) {
    if (!answered) return false;
    await tx.one(sql`
      update payment_card set brand = coalesce(${answered.brand}, brand), last4 = coalesce(${answered.last4}, last4),
        decline_code = ${answered.declineCode}, advice_code = ${answered.adviceCode},
        card_reference = coalesce(${answered.cardReference}, card_reference), network_id = coalesce(${answered.networkId}, network_id)
      where tenant_id = ${tx.tenantId} and payment_id = ${row.id} returning payment_id`);
    return true;
  },
};
