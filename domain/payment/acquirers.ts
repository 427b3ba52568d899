import { mayTryNextAcquirer } from './card-decline.ts';
import type { CardBrand } from './card-number.ts';
import type { ChargeState } from './charge.ts';

/** One earlier try of the same application by card. */
export interface CardTry<P extends string = string> {
  provider: P;
  state: ChargeState;
  brand: CardBrand | null;
  declineCode: string | null;
  adviceCode: string | null;
}

/** Whether a try says that the same money may be asked for at another acquirer (D-69). */
const leadsOn = ({ state, brand, declineCode, adviceCode }: CardTry): boolean =>
  // `error`: the acquirer was away, and it is known that nothing was charged.
  state === 'error' ||
  (state === 'denied' && mayTryNextAcquirer({ status: 'DENIED', brand, declineCode, adviceCode }));

/**
 * Acquirer whose card fields are shown next: the one of the last try, or the one after it in the institution's order
 * when that try may be repeated elsewhere; after the last of the list the first one again. Undefined without acquirers.
 */
export function nextAcquirer<P extends string>(
  acquirers: readonly P[],
  last: CardTry<P> | undefined,
): P | undefined {
  const at = last ? acquirers.indexOf(last.provider) : -1;
  if (!last || at < 0) return acquirers[0];
  return leadsOn(last) ? acquirers[(at + 1) % acquirers.length] : acquirers[at];
}

/** The acquirers of an institution in the order in which they are asked: the provider of the fields page comes first. */
export const acquirerOrder = <P extends string>(
  first: P | null,
  configured: readonly { provider: P }[],
): readonly P[] => {
  const all = configured.map(({ provider }) => provider);
  return [...new Set(first && all.includes(first) ? [first, ...all] : all)];
};
