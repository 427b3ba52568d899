import { plainLine } from '../foundation/index.ts';
import { type CardExpiry, readCardExpiry } from './card-expiry.ts';
import { CARD_TEXTS, type CardBrand, cardBrand, cardDigits, cvvLength, isCardNumber } from './card-number.ts';

export const CARD_FIELDS = ['number', 'expiry', 'cvv'] as const;
export type CardField = (typeof CARD_FIELDS)[number];

/** What a person typed into the three card fields. */
export type TypedCard = Record<CardField, string>;

export type ReadCard = {
  digits: string;
  brand: CardBrand | undefined;
  expiry: CardExpiry;
  cvv: string;
};

/**
 * Validates the three fields of spec 14.6 S-30a; `errors` has a text for each invalid one.
 * @param today the current day for the person, "YYYY-MM-DD"
 */
export function readCardFields(
  typed: TypedCard,
  today: string,
): { ok: true; card: ReadCard } | { ok: false; errors: Partial<Record<CardField, string>> } {
  const digits = cardDigits(typed.number);
  const brand = cardBrand(digits);
  const expiry = readCardExpiry(typed.expiry, today);
  const cvv = plainLine(typed.cvv);
  const goodCvv = /^\d{3,4}$/.test(cvv) && cvv.length === cvvLength(brand);
  const goodNumber = isCardNumber(digits);
  if (goodNumber && expiry && goodCvv) return { ok: true, card: { digits, brand, expiry, cvv } };
  return {
    ok: false,
    errors: {
      ...(goodNumber ? {} : { number: CARD_TEXTS.number }),
      ...(expiry ? {} : { expiry: CARD_TEXTS.expiry }),
      ...(goodCvv ? {} : { cvv: CARD_TEXTS.cvv }),
    },
  };
}
