/** What a search looks at, as the form of what was typed says (spec 25.3.3). */
export const SEARCH_KINDS = ['email', 'cpf-or-phone', 'phone', 'application', 'document', 'name'] as const;
type SearchKind = (typeof SEARCH_KINDS)[number];

const CPF_LENGTH = 11;
const PHONE_LENGTH = 10;
const MOST_DIGITS_OF_NUMBER = 9;

/** Dots, dashes, spaces, brackets and strokes, as documents and numbers are pasted with. */
const SEPARATORS = /[.\s()/-]/g;

/** A term without what it was pasted with: names and e-mails keep their inner characters. */
export interface Term {
  readonly kind: SearchKind;
  readonly value: string;
}

/** Decides what a typed term is; undefined for nothing at all. */
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
