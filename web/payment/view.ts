import type { Denial } from './denial.ts';
import type { Payment, PaymentOptions, Price } from './queries.ts';

export type Seen = {
  options: Pick<PaymentOptions, 'purpose' | 'openCharge' | 'cardFields'>;
  newest: Payment | undefined;
  /** The payment whose page was left for another method. */
  leftId: number | undefined;
  /** The person is being asked whether to replace the open charge. */
  replacing: boolean;
  /** The card page was requested, with the price to pay. */
  card: Price | undefined;
};

export type View =
  | { kind: 'charge'; payment: Payment }
  | { kind: 'denied'; payment: Payment; denial: Denial }
  | { kind: 'card'; price: Price; fields: NonNullable<PaymentOptions['cardFields']> }
  | { kind: 'choose' };

const RENEWABLE: readonly Payment['method'][] = ['pix', 'automatic-pix', 'slip'];

/** A code or slip that ended unpaid can be renewed from its own page. */
const isEnded = ({ method, state }: Payment): boolean => RENEWABLE.includes(method) && state === 'expired';

/**
 * What the payment step shows: an open charge first, also after a return; then a card that was denied, until a way out of it is
 * chosen; then the card's fields, if they were asked for; else the choice of how to pay.
 */
export function viewOf({ options, newest, leftId, replacing, card }: Seen): View {
  const own = newest?.purpose === options.purpose ? newest : undefined;
  const charge = options.openCharge ?? (own && isEnded(own) ? own : undefined);
  // A charge being processed by an acquirer cannot be replaced.
  const gives = replacing && charge?.method !== 'credit-card';
  if (charge && charge.paymentId !== leftId && !gives) return { kind: 'charge', payment: charge };
  if (own?.state === 'denied' && own.denial && own.paymentId !== leftId)
    return { kind: 'denied', payment: own, denial: own.denial };
  if (card && options.cardFields) return { kind: 'card', price: card, fields: options.cardFields };
  return { kind: 'choose' };
}
