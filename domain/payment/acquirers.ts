import { mayTryNextAcquirer } from './card-decline.ts';
import type { CardBrand } from './card-number.ts';
import type { ChargeState } from './charge.ts';

/** An earlier card attempt of the same application. */
export interface CardTry<P extends string = string> {
  provider: P;
  state: ChargeState;
  brand: CardBrand | null;
  declineCode: string | null;
  adviceCode: string | null;
}

/** Whether, after this attempt, the same payment may be tried at another acquirer (D-69). */
const leadsOn = ({ state, brand, declineCode, adviceCode }: CardTry): boolean =>
  // `error`: the acquirer was unavailable, and it is certain that nothing was charged.
  state === 'error' ||
  (state === 'denied' && mayTryNextAcquirer({ status: 'DENIED', brand, declineCode, adviceCode }));

/**
 * Acquirer whose card fields are shown next: the one of the last attempt, or the next in the institution's order when that
 * attempt may be repeated elsewhere. The first follows the last. Undefined without acquirers.
 */
export function nextAcquirer<P extends string>(
  acquirers: readonly P[],
  last: CardTry<P> | undefined,
): P | undefined {
  const at = last ? acquirers.indexOf(last.provider) : -1;
  if (!last || at < 0) return acquirers[0];
  return leadsOn(last) ? acquirers[(at + 1) % acquirers.length] : acquirers[at];
}

/** The acquirers of an institution in the order in which they are tried: the provider of the card fields page comes first. */
export const acquirerOrder = <P extends string>(
  first: P | null,
  configured: readonly { provider: P }[],
): readonly P[] => {
  const all = configured.map(({ provider }) => provider);
  return [...new Set(first && all.includes(first) ? [first, ...all] : all)];
};
