/** What a payment can be searched by: identifiers on a statement, on a slip, or on a page of the product. */
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

/** Maximum length of a search term, as typed. */
export const MOST_MONEY_TERM = 120;

/** Separators in digitable lines and documents, and characters that come along when copying from a page or a file. */
const SEPARATORS = /[\s.\-/·\u00a0\u200b\u2007\u202f\ufeff]/g;
const [LINE, BARS, CPF] = [[47, 48], 44, 11] as const;
/** Ids of applications and payments are shorter than this. */
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
 * What a typed text may be, judged by its form alone. All that fit are searched, because a number of eleven digits may be a CPF
 * or the bank's own number of a slip. Empty if it has no form by which payments can be found, such as a name.
 */
export function moneyTermsOf(typed: string): MoneyTerm[] {
  const value = typed.replaceAll('\u0000', '').trim();
  if (value.length > MOST_MONEY_TERM) return [];
  const bare = value.replace(SEPARATORS, '');
  if (/^\d+$/.test(bare)) return ofDigits(bare).map((kind) => ({ kind, value: bare }));
  if (!/\d/.test(bare) || /\s/.test(value) || !/^[\w-]+$/.test(value)) return [];
  // Bank numbers are case-sensitive; Central Bank ids begin with a letter for their type and have 32 characters.
  const terms: MoneyTerm[] = [{ kind: 'charge', value }];
  if (/^E[a-z\d]{31}$/i.test(bare)) terms.push({ kind: 'end-to-end', value: bare });
  if (/^D[a-z\d]{31}$/i.test(bare)) terms.push({ kind: 'return', value: bare });
  if (bare.length <= MOST_OF_DOCUMENT) terms.push({ kind: 'document', value: bare.toUpperCase() });
  return terms;
}
