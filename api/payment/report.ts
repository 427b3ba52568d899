/**
 * State of a charge at its provider, in the same terms for every payment method. `processing`: the provider is working on it
 * and it cannot be paid yet; `removed`: ended at our request; `ended`: ended by the provider; `failed`: it was never created;
 * `charged-back`: paid and taken back by the card's issuer; `unknown`: look it up again.
 */
export type ReportedStatus =
  | 'processing'
  | 'open'
  | 'paid'
  | 'denied'
  | 'removed'
  | 'ended'
  | 'failed'
  | 'charged-back'
  | 'unknown';

/** What the bank assigned to a slip (spec 14.2). */
type PrintedSlip = { ourNumber: string; digitableLine: string; barcode: string };

/** What an acquirer reports about a card; never its number (D-66). */
type ReportedCard = {
  brand: string | null;
  last4: string | null;
  declineCode: string | null;
  adviceCode: string | null;
  cardReference: string | null;
  networkId: string | null;
};

/** A provider's report on one charge. Amounts in cents. */
export type ChargeReport = {
  /** Our reference of the charge, chosen before it was sent to the provider. */
  reference: string;
  /** The provider's own id, if it has one. */
  providerId: string | null;
  status: ReportedStatus;
  /** Pix copy-and-paste code, if there is one. */
  copyPaste: string | null;
  slip: PrintedSlip | null;
  card: ReportedCard | null;
  /**
   * Money received for this charge, each under the provider's own stable identifier; `at` is a day or an RFC 3339 timestamp.
   */
  received: { reference: string; amountCents: number; at: string | null }[];
};
