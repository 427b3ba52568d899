/**
 * Invisible characters: control characters, zero-width characters, direction marks, soft hyphens, fillers, variation selectors.
 */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

// Latin letters including Vietnamese; other scripts are refused because their letters can look the same. Of the phonetic letters
// only those with a capital, such as ɨ (Ɨ), ʉ (Ʉ), ə (Ə), which languages of Brazil are written with.
const LETTERS =
  'A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u1e00-\\u1eff' +
  '\\u0253\\u0254\\u0256\\u0257\\u0259\\u025b\\u0260\\u0263\\u0268\\u0269\\u0272\\u0275\\u0289-\\u028b';
/**
 * A letter with at most two accents that it has no composed form with, as in Guarani "g̃" and Ticuna "ã̱": more would cover the
 * lines above and below. Accents over two letters, and strokes through one, are none.
 */
const LETTER = `[${LETTERS}][\\u0300-\\u0333]{0,2}`;

/** A name (spec 2.4): Latin letters with their accents, space, hyphen, apostrophe. */
export const NAME_CHARACTERS = new RegExp(`^(?:${LETTER}|[ '-])*$`);

/** Latin letters, digits and the punctuation of addresses and titles. */
export const PLAIN_CHARACTERS = new RegExp(`^(?:${LETTER}|[0-9 '.,/()ºª°&-])*$`);

/** Characters of addresses: Latin letters, digits and visible punctuation; no other script, nothing invisible. */
export const ADDRESS_CHARACTERS = new RegExp(
  `^(?:${LETTER}|[0-9 !"#$%&'()*+,./:;=?@\\[\\]_ºª°\u2010-\u2014\u201c\u201d-])*$`,
);
