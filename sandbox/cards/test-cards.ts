import { randomInt } from 'node:crypto';

/** What the simulated issuer does with a card, decided by its number; the number itself is never kept. */
export type Plan =
  | { kind: 'approve' }
  /** Reserves the money; capturing it is left to the merchant, whatever was asked. */
  | { kind: 'authorise-only' }
  | { kind: 'deny'; code: string }
  | { kind: 'process' }
  /** Denies amounts above so many cents. */
  | { kind: 'deny-above'; cents: number; code: string }
  | { kind: 'deny-recurring'; code: string }
  /** The acquirer answers nobody who charges this card. */
  | { kind: 'unreachable' };

/** Cards of spec 2.6, the same at every acquirer. */
const OWN_CARDS: Readonly<Record<string, Plan>> = {
  '4000000000000010': { kind: 'approve' },
  '4000000000000028': { kind: 'deny', code: '05' },
  '4000000000000036': { kind: 'process' },
  '4000000000000044': { kind: 'unreachable' },
  '4000000000000051': { kind: 'deny-above', cents: 100_000, code: '51' },
  '4000000000000069': { kind: 'deny-recurring', code: '57' },
  '4000000000000077': { kind: 'approve' },
  '4000000000000085': { kind: 'authorise-only' },
  '4000000000000101': { kind: 'approve' },
};

/** Last digit of any other card at Cielo, as its sandbox documents them. */
const CIELO_CODES: Readonly<Record<string, string>> = {
  '2': '05',
  '3': '57',
  '5': '78',
  '6': '99',
  '7': '77',
  '8': '70',
};

/** Cards of Cielo's 3-D Secure tests end in 7, 8 or 9 as well, and their sales are approved. */
const AUTHENTICATION_CARD = /^(?:400000000000|520000000000|650505000000)1[01]\d{2}$/;

/** What the bank of a card does when its holder shall confirm a purchase (3-D Secure). */
export type HolderCheck =
  /** Confirms by itself, without a page. */
  | 'confirmed'
  | 'refused'
  /** Shows its page; the right code confirms. */
  | 'asks'
  /** Shows its page and confirms nothing. */
  | 'asks-and-refuses'
  | 'not-enrolled'
  /** Nobody answers. */
  | 'unavailable';

/** The code that the invented bank sends. */
export const BANK_CODE = '123456';

const OWN_CHECKS: Readonly<Record<string, HolderCheck>> = {
  '4000000000000077': 'asks',
  '4000000000000101': 'unavailable',
};
/** Last three digits of Cielo's cards for tests of 3-D Secure: of Visa and Elo, then of Mastercard. */
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

/** What a card's bank does; cards that nobody named take no part. */
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

/** What Pagar.me's simulator does with a card: a security code that begins with 6 is refused by the issuer. */
export function pagarmePlan(number: string, cvv: string): Plan {
  const own = OWN_CARDS[number];
  if (own) return own;
  return cvv.startsWith('6') ? { kind: 'deny', code: '05' } : { kind: 'approve' };
}

/** Reads a plan that the control page sets for a kept card; undefined for anything else. */
export function readPlan(result: unknown, code: unknown): Plan | undefined {
  if (result === 'deny')
    return typeof code === 'string' && /^[A-Z0-9]{2,4}$/.test(code) ? { kind: 'deny', code } : undefined;
  return result === 'approve' || result === 'process' || result === 'unreachable'
    ? { kind: result }
    : undefined;
}
