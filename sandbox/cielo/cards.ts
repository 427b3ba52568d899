import { randomInt } from 'node:crypto';
import { OWN_CARDS, type Plan } from '../cards/test-cards.ts';

/** Codes by the last digit of any other card at Cielo, as documented for its sandbox. */
const CIELO_CODES: Readonly<Record<string, string>> = {
  '2': '05',
  '3': '57',
  '5': '78',
  '6': '99',
  '7': '77',
  '8': '70',
};

/** Cards of Cielo's 3-D Secure tests end in 7, 8 or 9 as well, but their sales are approved. */
const AUTHENTICATION_CARD = /^(?:400000000000|520000000000|650505000000)1[01]\d{2}$/;

/** What a card's bank does when the holder is to confirm a purchase (3-D Secure). */
export type HolderCheck =
  /** Confirms automatically, without a page. */
  | 'confirmed'
  | 'refused'
  /** Shows its page; the right code confirms. */
  | 'asks'
  /** Shows its page and confirms nothing. */
  | 'asks-and-refuses'
  | 'not-enrolled'
  /** No answer. */
  | 'unavailable';

/** The code that the invented bank sends. */
export const BANK_CODE = '123456';

const OWN_CHECKS: Readonly<Record<string, HolderCheck>> = {
  '4000000000000077': 'asks',
  '4000000000000101': 'unavailable',
};
/** Last three digits of Cielo's 3-D Secure test cards: of Visa and Elo, then of Mastercard. */
const CHECKS: Readonly<Record<string, HolderCheck>> = {
  '000': 'confirmed',
  '005': 'confirmed',
  '018': 'refused',
  '013': 'refused',
  '091': 'asks',
  '096': 'asks',
  '109': 'asks-and-refuses',
  '104': 'asks-and-refuses',
};

/** What a card's bank does; unlisted cards are not enrolled. */
export function holderCheckOf(number: string): HolderCheck {
  const own = OWN_CHECKS[number];
  if (own) return own;
  return (AUTHENTICATION_CARD.test(number) && CHECKS[number.slice(-3)]) || 'not-enrolled';
}

/** What Cielo's sandbox does with a card. */
export function cieloPlan(number: string): Plan {
  const own = OWN_CARDS[number];
  if (own) return own;
  if (AUTHENTICATION_CARD.test(number)) return { kind: 'approve' };
  const last = number.slice(-1);
  if (last === '9') return randomInt(2) === 0 ? { kind: 'approve' } : { kind: 'deny', code: '99' };
  const code = CIELO_CODES[last];
  return code === undefined ? { kind: 'approve' } : { kind: 'deny', code };
}
