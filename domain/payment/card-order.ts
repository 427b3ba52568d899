import { check, isCpf, maxLength, type Rule, required, TEXTS, withoutAccents } from '../foundation/index.ts';
import { hasCardNumber } from './card-number-finder.ts';

/** Card data that our page sends in addition to what the card fields return (spec 14.7). */
export interface CardOrder {
  token: string;
  brand: string | null;
  last4: string;
  holderName: string;
  holderDocument: string;
}

const TOKEN = /^[\w-]{8,100}$/;
/** Longest name that fits on a card, with room for what people add to it. */
const LONGEST_NAME = 60;
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}0-9 .'’-]*$/u;
const DOCUMENT = /^[A-Za-z0-9]{5,20}$/;

const plainDocument = (typed: string): string => typed.replace(/[\s./-]/g, '');

/** Whether the text is an acquirer's one-time token; digits alone are some other number, never a token. */
export const isCardToken = (text: string): boolean => TOKEN.test(text) && !/^[\d-]+$/.test(text);

/** The holder's document as sent to the acquirer: the digits of a CPF, otherwise letters and digits. */
export const holderDocumentOf = ({ holderDocument }: Pick<CardOrder, 'holderDocument'>): string =>
  plainDocument(holderDocument).toUpperCase();

/** Name of a holder as printed on the card, with abbreviations ("JR."); never a card number. */
const printedName: Rule = (value) =>
  !value || (NAME.test(value.trim()) && !hasCardNumber(value)) ? undefined : TEXTS.specialCharacters;

/** Rules of a card holder's name, the same on the page and in the API. */
export const holderNameRules: readonly Rule[] = [required, maxLength(LONGEST_NAME), printedName];

const nameError = (name: string): string | null =>
  check({ name }, { name: holderNameRules })[0]?.message ?? null;

function documentError(typed: string, cpfAlone: boolean): string | null {
  const plain = plainDocument(typed);
  if (plain === '') return TEXTS.required;
  const asCpf = /^\d{11}$/.test(plain);
  if (asCpf || cpfAlone) return asCpf && isCpf(plain) ? null : TEXTS.cpf;
  return DOCUMENT.test(plain) ? null : 'Documento inválido.';
}

/**
 * Errors of a card order, by field (S-30a). `cpfAlone`: the candidate has a CPF, so the holder must give one too; otherwise any
 * document is accepted.
 */
export function cardOrderErrors(
  order: CardOrder,
  { cpfAlone }: { cpfAlone: boolean },
): { field: string; message: string }[] {
  const found: [string, string | null][] = [
    ['card.token', isCardToken(order.token) ? null : 'Valor inválido.'],
    ['card.last4', /^\d{4}$/.test(order.last4) ? null : 'Valor inválido.'],
    ['card.holderName', nameError(order.holderName)],
    ['card.holderDocument', documentError(order.holderDocument, cpfAlone)],
  ];
  return found.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]));
}

const DEEPEST = 12;

/** Fields with identifiers that acquirers and card networks make up: the token, and the proof of the holder's confirmation. */
const MADE_UP: readonly string[] = ['token', 'cavv', 'xid', 'referenceId'];

/**
 * Whether a request contains what may be a card number, in any text, number or field name; such a request must be refused before
 * any of it is stored (D-66). A token in its own field is checked by its own rule instead, and so is the proof of a confirmation,
 * because one in a thousand of such identifiers looks like a card number.
 */
export function holdsCardNumber(body: unknown, depth = 0): boolean {
  if (typeof body === 'string') return hasCardNumber(body);
  if (typeof body === 'number') return hasCardNumber(String(body));
  if (typeof body !== 'object' || body === null) return false;
  if (depth > DEEPEST) return true;
  return Object.entries(body).some(([name, value]) => {
    if (hasCardNumber(name)) return true;
    const isMadeUp = MADE_UP.includes(name) && typeof value === 'string' && isCardToken(value);
    return !isMadeUp && holdsCardNumber(value, depth + 1);
  });
}

/** Maximum length of our name on a cardholder's bill. */
const DESCRIPTOR_LENGTH = 13;

/** A name as acquirers print it on a cardholder's bill: letters without accents, digits and blanks. */
export const softDescriptorOf = (name: string): string =>
  withoutAccents(name)
    .replace(/[^A-Za-z0-9 ]/g, '')
    .slice(0, DESCRIPTOR_LENGTH)
    .trim();
