/**
 * State of a charge at its provider, in the same words for every way of paying. `processing`: the provider works on it and
 * it cannot be paid yet; `removed`: at our request; `ended`: by the provider; `failed`: it was never made; `charged-back`: paid
 * and taken back by the card's issuer; `unknown`: look again.
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

/** What the bank printed on a slip (spec 14.2). */
type PrintedSlip = { ourNumber: string; digitableLine: string; barcode: string };

/** What an acquirer reports of a card; never its number (D-66). */
type ReportedCard = {
  brand: string | null;
  last4: string | null;
  declineCode: string | null;
  adviceCode: string | null;
  cardReference: string | null;
  networkId: string | null;
};

/** What a provider says of one charge. Amounts in cents. */
export type ChargeReport = {
  /** Our identifier of the charge, chosen before it was sent to the provider. */
  reference: string;
  /** The provider's own identifier, where it has one. */
  providerId: string | null;
  status: ReportedStatus;
  /** Pix code to copy, where there is one. */
  copyPaste: string | null;
  slip: PrintedSlip | null;
  card: ReportedCard | null;
  /** Money that arrived for this charge, each under the provider's own unchanging identifier; `at` as a day or RFC 3339. */
  received: { reference: string; amountCents: number; at: string | null }[];
};
