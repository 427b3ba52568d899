import { INVISIBLE } from './characters.ts';

type Text = string | null | undefined;

/** Invisible format characters that keyboards, PDFs and chats insert. Control characters are not included: they are refused. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const HYPHENS = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63]/g;
const APOSTROPHES = /[\u2018\u2019\u201b\u2032\u02b9\u02bb-\u02bd\ua78b\ua78c]/g;
const SLASHES = /[\u2044\u2215\u29f8]/g;
/** Ligatures, as copied from PDFs, and full-width characters of Asian keyboards. */
const OTHER_FORMS = /[\ufb00-\ufb06\uff01-\uff5e]/g;

/**
 * One line of typed text, normalised to how it looks to a person: no invisible characters, composed letters and accents, one kind
 * of space, hyphen, slash and apostrophe, full-width characters and ligatures replaced by ordinary ones. Every name, contact,
 * code, document and date passes through here, on the page and in the API, so that both validate and store the same text.
 */
export const plainLine = (value: Text): string =>
  (value ?? '')
    .replace(UNSEEN, '')
    .replace(OTHER_FORMS, (sign) => sign.normalize('NFKC'))
    .normalize('NFC')
    .replace(HYPHENS, '-')
    .replace(SLASHES, '/')
    .replace(APOSTROPHES, "'")
    .replace(/[\p{Z}\t]+/gu, ' ')
    .trim();

/** The digits of a text, with full-width digits converted; everything else is dropped. */
export const digits = (value: Text): string => plainLine(value).replace(/[^0-9]/g, '');

/** True for null, undefined and texts without a visible character. */
export const isBlank = (value: Text): boolean => (value ?? '').replace(INVISIBLE, '').trim() === '';

/** The text without separators that people write in a document, CEP or phone number. */
export const withoutSeparators = (value: Text): string => plainLine(value).replace(/[ .,_·•|/()[\]-]/g, '');

const compact = (value: Text): string => withoutSeparators(value).toUpperCase();

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

/** Name as stored; standalone accents become apostrophes. */
export const normaliseName = (value: Text): string => plainLine(value).replace(/[`\u00b4]/g, "'");

export type DocumentType = 'cpf' | 'rne' | 'passport';

/** A sign-in document as stored, by its type. */
export const normaliseDocument = (type: DocumentType, value: Text): string =>
  type === 'cpf' ? normaliseCpf(value) : type === 'rne' ? normaliseRne(value) : normalisePassport(value);
