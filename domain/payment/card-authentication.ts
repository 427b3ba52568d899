import type { ThreeDSecure } from '../tenancy/index.ts';
import type { CardBrand } from './card-number.ts';

/**
 * Outcomes of an authentication: confirmed; failed or abandoned; the card or its issuer does not take part; no answer, either
 * from the service or, within five minutes, from the cardholder.
 */
export type AuthenticationOutcome = 'authenticated' | 'failed' | 'not-enrolled' | 'unavailable';

/**
 * What follows (D-68): a charge with its authentication, a charge without one, or a denial. A card whose authentication failed is
 * never charged; an institution that requires authentication charges nothing without it.
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

/**
 * Indicators (ECI) for which the issuer bears the liability for disputes; with all others, including "data only", the merchant
 * does.
 */
const SHIFTING: Partial<Record<CardBrand, readonly string[]>> = {
  visa: ['05', '06'],
  elo: ['05', '06'],
  amex: ['05', '06'],
  mastercard: ['01', '02'],
};

/** Whether the issuer bears the liability for disputes of the authenticated charge, by the brand's published indicators. */
export const shiftsLiability = (brand: CardBrand | null, eci: string): boolean =>
  brand !== null && (SHIFTING[brand] ?? []).includes(eci.trim().padStart(2, '0'));
