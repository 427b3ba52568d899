import { DIGIT_SEPARATORS, INVISIBLE } from './characters.ts';

type Text = string | null | undefined;

/** Only the ASCII digits of a text; everything else is dropped. */
export const digits = (value: Text): string => (value ?? '').replace(/[^0-9]/g, '');

/** True for null, undefined and texts without a visible character. */
export const isBlank = (value: Text): boolean => (value ?? '').replace(INVISIBLE, '').trim() === '';

const compact = (value: Text): string => (value ?? '').replace(DIGIT_SEPARATORS, '').toUpperCase();

/** RNE/RNM as stored: upper case, separators removed (`v123456-7` → `V1234567`). */
export const normaliseRne = (value: Text): string => compact(value);

/** Passport as stored: upper case, separators removed. */
export const normalisePassport = (value: Text): string => compact(value);

/** RG as stored: upper case, separators removed. */
export const normaliseRg = (value: Text): string => compact(value);

/** CPF as stored: eleven digits. */
export const normaliseCpf = (value: Text): string => digits(value);

/** CEP as stored: eight digits. */
export const normaliseZipCode = (value: Text): string => digits(value);

/** An address or path without trailing slashes. */
export function withoutFinalSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

/** E-mail as stored: trimmed, lower case. */
export const normaliseEmail = (value: Text): string => (value ?? '').trim().toLowerCase();

/** Name as stored: composed letters, single spaces, straight apostrophe. */
export const normaliseName = (value: Text): string =>
  (value ?? '')
    .normalize('NFC')
    .replace(/[\u2018\u2019\u00b4]/g, "'")
    .replace(/[ \t\u00a0]+/g, ' ')
    .trim();

/**
 * A Brazilian number (DDD and eight or nine digits, or the beginning of one) without what people dial before it: the country
 * (+55, 0055), the zero of long distance and the carrier behind it (0 21 31 …). Undefined: another country's, or longer than
 * any, so nothing of it may be left out.
 */
export function brazilianPhone(value: Text): string | undefined {
  const typed = value ?? '';
  const number = digits(typed);
  if (typed.includes('+') && !number.startsWith('55')) return undefined;
  const national = number.replace(/^(?:00)?55(?=0?[0-9]{10})/, '');
  const dialled = /^0[0-9]{12,13}$/.test(national)
    ? national.slice(3)
    : national.replace(/^0(?=[0-9]{10})/, '');
  return dialled.length <= 11 ? dialled : undefined;
}

/**
 * Phone as stored: Brazilian numbers as digits without `+55` and without the trunk zero, numbers of other
 * countries as `+` and digits (spec 2.4).
 */
export function normalisePhone(value: Text): string {
  const national = brazilianPhone(value);
  if (national !== undefined) return national;
  const number = digits(value);
  return (value ?? '').includes('+') && !number.startsWith('55') ? `+${number}` : number;
}

export type DocumentType = 'cpf' | 'rne' | 'passport';

/** A sign-in document as stored, by its type. */
export const normaliseDocument = (type: DocumentType, value: Text): string =>
  type === 'cpf' ? normaliseCpf(value) : type === 'rne' ? normaliseRne(value) : normalisePassport(value);
