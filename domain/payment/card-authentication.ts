import type { ThreeDSecure } from '../tenancy/index.ts';
import type { CardBrand } from './card-number.ts';

/**
 * How an authentication ended: confirmed; failed or given up; the card or its issuer takes no part; nobody answered, neither
 * the service nor in five minutes the holder.
 */
export type AuthenticationOutcome = 'authenticated' | 'failed' | 'not-enrolled' | 'unavailable';

/**
 * What follows (D-68): the charge with its authentication, the charge without one, or none. A failed authentication is never
 * charged; an institution that requires one charges nothing else.
 */
export function afterAuthentication(
  wanted: ThreeDSecure,
  outcome: AuthenticationOutcome,
): 'charge-authenticated' | 'charge' | 'deny' {
  if (wanted === 'off') return 'charge';
  if (outcome === 'authenticated') return 'charge-authenticated';
  if (outcome === 'failed') return 'deny';
  return wanted === 'required' ? 'deny' : 'charge';
}

/** Indicators (ECI) with which the issuer bears a dispute; all others leave it with the merchant, "data only" among them. */
const SHIFTING: Partial<Record<CardBrand, readonly string[]>> = {
  visa: ['05', '06'],
  elo: ['05', '06'],
  amex: ['05', '06'],
  mastercard: ['01', '02'],
};

/** True when the issuer bears a dispute of the authenticated charge, by the published indicators of the brand. */
export const shiftsLiability = (brand: CardBrand | null, eci: string): boolean =>
  brand !== null && (SHIFTING[brand] ?? []).includes(eci.trim().padStart(2, '0'));
