/**
 * Invisible characters: control characters, zero-width characters, direction marks, soft hyphens, fillers, variation selectors.
 */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

// Latin letters including Vietnamese; other scripts are refused because their letters can look the same.
const LETTERS = 'A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u1e00-\\u1eff';

/** Characters of a name (spec 2.4): Latin letters, space, hyphen, apostrophe. */
export const NAME_CHARACTERS = new RegExp(`^[${LETTERS} '-]*$`);

/** Latin letters, digits and the punctuation of addresses and titles. */
export const PLAIN_CHARACTERS = new RegExp(`^[${LETTERS}0-9 '.,/()ºª°&-]*$`);

/** Characters of addresses: Latin letters, digits and visible punctuation; no other script, nothing invisible. */
export const ADDRESS_CHARACTERS = new RegExp(
  `^[${LETTERS}0-9 !"#$%&'()*+,./:;=?@\\[\\]_ºª°\u2010-\u2014\u201c\u201d-]*$`,
);
