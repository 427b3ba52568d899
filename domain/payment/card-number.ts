import { entryOf, withoutSeparators } from '../foundation/index.ts';

/** Texts of the card fields (spec 14.6, S-30a). */
export const CARD_TEXTS = {
  number: 'Número de cartão inválido.',
  expiry: 'Validade inválida.',
  cvv: 'CVV inválido.',
} as const;

export const CARD_BRANDS = [
  'visa',
  'mastercard',
  'amex',
  'elo',
  'hipercard',
  'diners',
  'discover',
  'jcb',
  'aura',
] as const;
export type CardBrand = (typeof CARD_BRANDS)[number];

/** First and last of a range of leading digits; both have the same number of digits. */
type Range = readonly [number, number];

const VISA_LENGTHS = [13, 16, 19];
const NINETEEN = [16, 17, 18, 19];

/**
 * Brands by leading digits, first match wins: Elo and Hipercard lie within the ranges of others, so they come first. Ranges as
 * published by the acquirers.
 */
const RANGES: readonly { brand: CardBrand; lengths: readonly number[]; ranges: readonly Range[] }[] = [
  {
    brand: 'elo',
    lengths: [16],
    ranges: [
      [401178, 401179],
      [431274, 431274],
      [438935, 438935],
      [451416, 451416],
      [457393, 457393],
      [457631, 457632],
      [504175, 504175],
      [506699, 506778],
      [509000, 509999],
      [627780, 627780],
      [636297, 636297],
      [636368, 636368],
      [650031, 650033],
      [650035, 650051],
      [650405, 650439],
      [650485, 650538],
      [650541, 650598],
      [650700, 650718],
      [650720, 650727],
      [650901, 650978],
      [651652, 651679],
      [655000, 655019],
      [655021, 655058],
    ],
  },
  {
    brand: 'hipercard',
    lengths: [13, 16, 19],
    ranges: [
      [384100, 384100],
      [384140, 384140],
      [384160, 384160],
      [606282, 606282],
      [637095, 637095],
      [637568, 637568],
      [637599, 637599],
      [637609, 637609],
      [637612, 637612],
    ],
  },
  {
    brand: 'mastercard',
    lengths: [16],
    ranges: [
      [51, 55],
      [2221, 2720],
    ],
  },
  {
    brand: 'amex',
    lengths: [15],
    ranges: [
      [34, 34],
      [37, 37],
    ],
  },
  {
    brand: 'diners',
    lengths: [14, 16, 19],
    ranges: [
      [300, 305],
      [36, 36],
      [38, 39],
    ],
  },
  { brand: 'jcb', lengths: NINETEEN, ranges: [[3528, 3589]] },
  {
    brand: 'discover',
    lengths: NINETEEN,
    ranges: [
      [6011, 6011],
      [622126, 622925],
      [644, 649],
      [65, 65],
    ],
  },
  { brand: 'visa', lengths: VISA_LENGTHS, ranges: [[4, 4]] },
  { brand: 'aura', lengths: [16, 19], ranges: [[507860, 507860]] },
];

const startsWithin = (digits: string, [first, last]: Range): boolean => {
  const start = Number(digits.slice(0, String(first).length));
  return digits.length >= String(first).length && start >= first && start <= last;
};

const rowOf = (digits: string) =>
  RANGES.find(({ ranges }) => ranges.some((range) => startsWithin(digits, range)));

/** The digits of a typed card number, without blanks, dots and hyphens. */
export const cardDigits = (typed: string): string => withoutSeparators(typed);

/** Brand of a number by its leading digits; undefined while there are too few digits or when no brand matches. */
export const cardBrand = (digits: string): CardBrand | undefined => rowOf(digits)?.brand;

/** Whether the check digit of a number is valid (ISO/IEC 7812-1, annex B: Luhn formula). */
export function isLuhn(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false;
  let sum = 0;
  for (let n = 0; n < digits.length; n += 1) {
    const digit = Number(digits[digits.length - 1 - n]);
    const counted = n % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}

/**
 * Whether the digits can be a card number: 13 to 19 digits, a valid check digit, and a length that its brand uses. For an unknown
 * brand, length and check digit suffice, because new ranges appear.
 */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits) || !isLuhn(digits)) return false;
  const row = rowOf(digits);
  return row === undefined || row.lengths.includes(digits.length);
}

/** Number of digits of the security code: four for American Express, three for other brands. */
export const cvvLength = (brand: CardBrand | undefined): number => (brand === 'amex' ? 4 : 3);

/** The number in groups as printed on the card: 4-6-5 for American Express, otherwise groups of four. */
export function groupedCardNumber(digits: string): string {
  const sizes = cardBrand(digits) === 'amex' ? [4, 6, 5] : [4, 4, 4, 4, 3];
  const groups: string[] = [];
  let from = 0;
  for (const size of sizes) {
    if (from >= digits.length) break;
    groups.push(digits.slice(from, from + size));
    from += size;
  }
  return groups.join(' ');
}

const NAMES: Readonly<Record<string, CardBrand>> = {
  master: 'mastercard',
  americanexpress: 'amex',
  dinersclub: 'diners',
  hiper: 'hipercard',
};

/** The brand that an acquirer names ("Master", "American Express"); null for an unknown or missing name. */
export function readCardBrand(name: string | null | undefined): CardBrand | null {
  const plain = (name ?? '').toLowerCase().replace(/[^a-z]/g, '');
  return CARD_BRANDS.find((brand) => brand === plain) ?? entryOf(NAMES, plain) ?? null;
}
