/** How a payment is named where somebody looks for one: what stands on a statement, on a slip, or on a page of the product. */
export const MONEY_TERMS = [
  'charge',
  'end-to-end',
  'return',
  'slip-line',
  'barcode',
  'our-number',
  'cpf',
  'document',
  'application',
  'payment',
] as const;
export type MoneyTermKind = (typeof MONEY_TERMS)[number];
export type MoneyTerm = { kind: MoneyTermKind; value: string };

/** Longest term that is looked for, in signs as they were typed. */
export const MOST_MONEY_TERM = 120;

/** What people put between the digits of lines and documents, and what a copy from a page or a file brings along. */
const SEPARATORS = /[\s.\-/·\u00a0\u200b\u2007\u202f\ufeff]/g;
const [LINE, BARS, CPF] = [[47, 48], 44, 11] as const;
/** Numbers of applications and payments are shorter. */
const MOST_DIGITS_OF_ID = 9;
const MOST_DIGITS_OF_OUR_NUMBER = 20;
const MOST_OF_DOCUMENT = 20;

const ofDigits = (digits: string): MoneyTermKind[] => {
  const { length } = digits;
  if ((LINE as readonly number[]).includes(length)) return ['slip-line'];
  if (length === BARS) return ['barcode'];
  if (length > MOST_DIGITS_OF_OUR_NUMBER) return ['charge'];
  return [
    ...(length <= MOST_DIGITS_OF_ID ? (['application', 'payment'] as const) : []),
    ...(length === CPF ? (['cpf'] as const) : []),
    'our-number',
    'document',
    'charge',
  ];
};

/**
 * What a typed text may name, by its form alone: all that fit are looked for, because a number of eleven digits may be a CPF or the
 * bank's own number of a slip. Empty where it names nothing that money is found by, such as a name.
 */
export function moneyTermsOf(typed: string): MoneyTerm[] {
  const value = typed.replaceAll('\u0000', '').trim();
  if (value.length > MOST_MONEY_TERM) return [];
  const bare = value.replace(SEPARATORS, '');
  if (/^\d+$/.test(bare)) return ofDigits(bare).map((kind) => ({ kind, value: bare }));
  if (!/\d/.test(bare) || /\s/.test(value) || !/^[\w-]+$/.test(value)) return [];
  // Numbers of the bank keep their case; those of the Central Bank begin by what they are and have 32 signs.
  const terms: MoneyTerm[] = [{ kind: 'charge', value }];
  if (/^E[a-z\d]{31}$/i.test(bare)) terms.push({ kind: 'end-to-end', value: bare });
  if (/^D[a-z\d]{31}$/i.test(bare)) terms.push({ kind: 'return', value: bare });
  if (bare.length <= MOST_OF_DOCUMENT) terms.push({ kind: 'document', value: bare.toUpperCase() });
  return terms;
}
