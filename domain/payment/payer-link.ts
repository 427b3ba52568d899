/** Limits of the links with which somebody else pays (spec 14.9). */
export const PAYER_LINK = {
  /** Links created for one charge per hour. */
  perHour: 10,
  /** Requests with one key per minute: three times what a page needs that is open in several tabs. */
  readsPerMinute: 60,
  /** PDFs with one key per minute; each costs a second of CPU time. */
  pdfsPerMinute: 6,
  /** Days after the end of its charge during which a link still shows the outcome. */
  daysAfter: 7,
} as const;

const DAY_MS = 24 * 3600_000;

/** Expiry of a link to a charge that ends at `chargeEnd`. */
export const payerLinkEnd = (chargeEnd: Date): Date =>
  new Date(chargeEnd.getTime() + PAYER_LINK.daysAfter * DAY_MS);
