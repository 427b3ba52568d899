/** What a search looks at, depending on the form of the typed term (spec 25.3.3). */
export const SEARCH_KINDS = ['email', 'cpf-or-phone', 'phone', 'application', 'document', 'name'] as const;
type SearchKind = (typeof SEARCH_KINDS)[number];

const CPF_LENGTH = 11;
const PHONE_LENGTH = 10;
const MOST_DIGITS_OF_NUMBER = 9;

/** Dots, dashes, spaces, brackets and slashes, which come with pasted documents and numbers. */
const SEPARATORS = /[.\s()/-]/g;

/** A search term without separators; names and e-mails keep their inner characters. */
export interface Term {
  readonly kind: SearchKind;
  readonly value: string;
}

/** Determines the kind of a typed term; undefined for an empty one. */
export function termOf(typed: string): Term | undefined {
  const value = typed.trim();
  if (value === '') return undefined;
  if (value.includes('@')) return { kind: 'email', value };
  const bare = value.replace(SEPARATORS, '');
  if (/^\+\d+$/.test(bare)) return { kind: 'phone', value: bare };
  if (/^\d+$/.test(bare)) {
    if (bare.length === CPF_LENGTH) return { kind: 'cpf-or-phone', value: bare };
    if (bare.length === PHONE_LENGTH) return { kind: 'phone', value: bare };
    if (bare.length <= MOST_DIGITS_OF_NUMBER) return { kind: 'application', value: bare };
    return { kind: 'document', value: bare };
  }
  if (/\d/.test(bare) && /^[a-z\d]+$/i.test(bare)) return { kind: 'document', value: bare };
  return { kind: 'name', value };
}
