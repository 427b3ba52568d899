/** Limits of the links by which somebody else pays (spec 14.9). */
export const PAYER_LINK = {
  /** Links made for one charge within an hour. */
  perHour: 10,
  /** Requests by one key within a minute: three times what a page asks that is open in several tabs. */
  readsPerMinute: 60,
  /** PDFs by one key within a minute; each costs a second of a processor. */
  pdfsPerMinute: 6,
  /** Days after the end of its charge in which a link still shows what became of it. */
  daysAfter: 7,
} as const;

const DAY_MS = 24 * 3600_000;

/** End of a link to a charge that ends at `chargeEnd`. */
export const payerLinkEnd = (chargeEnd: Date): Date =>
  new Date(chargeEnd.getTime() + PAYER_LINK.daysAfter * DAY_MS);
