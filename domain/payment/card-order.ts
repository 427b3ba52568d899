import { isCpf, TEXTS } from '../foundation/index.ts';
import { hasCardNumber } from './card-number-finder.ts';

/** What our page sends of a card besides the answer of its fields (spec 14.7). */
export interface CardOrder {
  token: string;
  brand: string | null;
  last4: string;
  holderName: string;
  holderDocument: string;
}

const TOKEN = /^[\w-]{8,100}$/;
/** Longest name that fits on a card with room for what people add to it. */
const LONGEST_NAME = 60;
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}0-9 .'’-]*$/u;
const DOCUMENT = /^[A-Za-z0-9]{5,20}$/;

const plainDocument = (typed: string): string => typed.replace(/[\s./-]/g, '');

/** True for an acquirer's one-time token; digits alone are a number of something, and never a token. */
export const isCardToken = (text: string): boolean => TOKEN.test(text) && !/^[\d-]+$/.test(text);

/** The holder's document as it is sent on: digits of a CPF, otherwise letters and digits. */
export const holderDocumentOf = ({ holderDocument }: Pick<CardOrder, 'holderDocument'>): string =>
  plainDocument(holderDocument).toUpperCase();

function nameError(name: string): string | null {
  const typed = name.trim();
  if (typed === '') return TEXTS.required;
  if (typed.length > LONGEST_NAME) return TEXTS.maxLength(LONGEST_NAME);
  return NAME.test(typed) ? null : TEXTS.specialCharacters;
}

function documentError(typed: string, cpfAlone: boolean): string | null {
  const plain = plainDocument(typed);
  if (plain === '') return TEXTS.required;
  const asCpf = /^\d{11}$/.test(plain);
  if (asCpf || cpfAlone) return asCpf && isCpf(plain) ? null : TEXTS.cpf;
  return DOCUMENT.test(plain) ? null : 'Documento inválido.';
}

/**
 * What is wrong with a card order, by field (S-30a). `cpfAlone`: the candidate has a CPF, so that the holder's is asked
 * for; others may name any document.
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

/**
 * True when a request holds what may be a card number, in any text, number or name of a field; it must be refused before
 * anything of it is kept (D-66). A token in its own place is judged by its own rule, because one in a thousand looks like a
 * number.
 */
export function holdsCardNumber(body: unknown, depth = 0): boolean {
  if (typeof body === 'string') return hasCardNumber(body);
  if (typeof body === 'number') return hasCardNumber(String(body));
  if (typeof body !== 'object' || body === null) return false;
  if (depth > DEEPEST) return true;
  return Object.entries(body).some(([name, value]) => {
    if (hasCardNumber(name)) return true;
    const isToken = name === 'token' && typeof value === 'string' && isCardToken(value);
    return !isToken && holdsCardNumber(value, depth + 1);
  });
}

/** Most characters of our name on a holder's bill. */
const DESCRIPTOR_LENGTH = 13;

/** A name as acquirers print it on a holder's bill: letters without accents, digits and blanks. */
export const softDescriptorOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .slice(0, DESCRIPTOR_LENGTH)
    .trim();
