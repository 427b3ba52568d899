/**
 * State of a charge at its provider, in the same words for every way of paying. `processing`: the provider works on it and
 * it may not be paid yet; `removed`: at our request; `ended`: by the provider; `failed`: it was never made; `unknown`: look
 * again.
 */
export type ReportedStatus = 'processing' | 'open' | 'paid' | 'removed' | 'ended' | 'failed' | 'unknown';

/** What a provider says of one charge. Amounts in cents. */
export type ChargeReport = {
  /** Our identifier of the charge, chosen before the provider heard of it. */
  reference: string;
  status: ReportedStatus;
  /** Pix code to copy, where there is one. */
  copyPaste: string | null;
  /** Money that arrived for this charge, each under the provider's own unchanging identifier; `at` as RFC 3339. */
  received: { reference: string; amountCents: number; at: string }[];
};
