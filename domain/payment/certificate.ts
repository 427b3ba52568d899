/** Days before its end at which a certificate should be renewed: a bank may take some to issue the next one. */
const RENEWAL_DAYS = 30;
const DAY_MS = 86_400_000;

/** Whether a certificate that ends at a given instant is still valid and, if so, whether it is time to renew it. */
export function certificateState(until: Date, now: Date): 'valid' | 'expiring' | 'expired' {
  if (until <= now) return 'expired';
  return until.getTime() - now.getTime() < RENEWAL_DAYS * DAY_MS ? 'expiring' : 'valid';
}
