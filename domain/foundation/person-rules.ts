import { ageOn, isRealDay } from './calendar.ts';
import { ADDRESS_CHARACTERS, NAME_CHARACTERS, PLAIN_CHARACTERS } from './characters.ts';
import { digits, isBlank, normaliseName, normaliseRg, plainLine } from './normalise.ts';
import { isCell, isLandline, normalisePhone } from './phone.ts';
import { isZipCodeOf } from './places.ts';
import { format, isDigits, type Rule } from './rules.ts';
import { TEXTS } from './texts.ts';

// Rules of fields that come after the document. Sign-in does not use them, so they are kept out of its first load.

/** Ages allowed for candidates (spec 2.4). */
const YOUNGEST = 14;
const OLDEST = 110;

const length = (value: string) => [...value].length;

/** A box that must be ticked. */
export const accepted: Rule<boolean | null | undefined> = (value) => (value ? undefined : TEXTS.required);

/** A city must be chosen from the list (id > 0). */
export const citySelected: Rule<number | null | undefined> = (value) =>
  value !== null && value !== undefined && value > 0 ? undefined : TEXTS.city;

/** At least `minimum` characters (Unicode code points) once something is typed. */
export const minLength = (minimum: number): Rule =>
  format(TEXTS.minLength(minimum), (value) => length(value.trim()) >= minimum);

/** At most `maximum` characters (Unicode code points). */
export const maxLength = (maximum: number): Rule =>
  format(TEXTS.maxLength(maximum), (value) => length(value.trim()) <= maximum);

/** Latin letters, digits and everyday punctuation; no invisible characters, no other script. */
export const noSpecialCharacters: Rule = format(TEXTS.specialCharacters, (value) =>
  PLAIN_CHARACTERS.test(normaliseName(value)),
);

/** Street, neighbourhood, complement: no invisible characters, no other script, no emoji. */
export const addressText: Rule = format(TEXTS.specialCharacters, (value) =>
  ADDRESS_CHARACTERS.test(normaliseName(value)),
);

/** Social name: 3–120 characters allowed in names; one word is enough (spec 6.2). */
export const socialName: Rule = (value) => {
  if (isBlank(value)) return undefined;
  const name = normaliseName(value);
  if (!NAME_CHARACTERS.test(name) || !/\p{L}/u.test(name)) return TEXTS.specialCharacters;
  if (length(name) < 3) return TEXTS.minLength(3);
  return length(name) > 120 ? TEXTS.maxLength(120) : undefined;
};

/** Whether the name is a single word. */
export const isSingleName = (value: string | null | undefined): boolean =>
  !isBlank(value) && !normaliseName(value).includes(' ');

const letters = (word: string) => (word.match(/\p{L}/gu) ?? []).length;

/**
 * Civil name of a candidate, mother or guardian: 3–120 characters and at least two words, of which all but one may be a single
 * letter ("Ng O"). `single` means that the person declared having only one name (spec 2.4).
 */
export const personNameOf =
  (single: boolean): Rule =>
  (value) => {
    const text = socialName(value);
    if (text || isBlank(value) || single) return text;
    const words = normaliseName(value).split(' ').map(letters);
    const enough = words.filter((count) => count > 0).length >= 2 && words.some((count) => count >= 2);
    return enough ? undefined : TEXTS.nameAndSurname;
  };

/** Civil name with a surname. */
export const personName: Rule = personNameOf(false);

/** Name of a school or course, in any script: no control characters, no emoji. */
export const writtenText: Rule = format(TEXTS.specialCharacters, (value) =>
  /^[\p{L}\p{M}\p{N}\p{P} $+<=>|~^°©®™\u00b4`]*$/u.test(plainLine(value)),
);

/** RG: no 'null', at least six characters, not all identical [seed]; letters, digits and separators only. */
export const rg: Rule = (value) => {
  if (isBlank(value)) return undefined;
  const number = normaliseRg(value);
  if (!/^[A-Z0-9]{0,20}$/.test(number)) return TEXTS.rg.characters;
  if (number.includes('NULL')) return TEXTS.rg.nothing;
  if (number.length < 6) return TEXTS.rg.short;
  return /^(.)\1*$/.test(number) ? TEXTS.rg.identical : undefined;
};

const isForeign = (number: string) => /^\+[1-9][0-9]{7,14}$/.test(number);

/** A cell phone of Brazil (DDD, 9 and eight digits) or, with `+` and the code of its country, any phone of another one. */
export const cellPhone: Rule = format(TEXTS.cellPhone, (value) => {
  const number = normalisePhone(value);
  return isCell(number) || isForeign(number);
});

/** The same, or a Brazilian landline. */
export const phone: Rule = format(TEXTS.phone, (value) => {
  const number = normalisePhone(value);
  return isCell(number) || isLandline(number) || isForeign(number);
});

/** CEP: eight digits. */
export const zipCode: Rule = format(TEXTS.zipCode, (value) => isDigits(value) && digits(value).length === 8);

/** CEP in the range of a state (`uf`); without a state only the format is checked. */
export const zipCodeOf = (uf: string | null | undefined): Rule =>
  format(TEXTS.zipCode, (value) => !zipCode(value) && (!uf || isZipCodeOf(digits(value), uf)));

/** An existing day, not after today, that makes a person at most `oldest` years old. */
export const birthDay =
  (today: string, oldest: number): Rule =>
  (value) => {
    if (isBlank(value)) return undefined;
    const day = plainLine(value);
    if (!isRealDay(day)) return TEXTS.date;
    if (day > today) return TEXTS.futureDate;
    return ageOn(day, today) > oldest ? TEXTS.date : undefined;
  };

/** Birth date of a person who is 14 to 110 years old today (spec 2.4). */
export const birthDate =
  (today: string): Rule =>
  (value) =>
    birthDay(today, OLDEST)(value) ??
    (isBlank(value) || ageOn(plainLine(value), today) >= YOUNGEST ? undefined : TEXTS.underAge);
