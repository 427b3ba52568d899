import { ageOn, isRealDay } from './calendar.ts';
import { ADDRESS_CHARACTERS, DIGIT_SEPARATORS, NAME_CHARACTERS, PLAIN_CHARACTERS } from './characters.ts';
import { isCpf } from './cpf.ts';
import {
  type DocumentType,
  digits,
  isBlank,
  normaliseEmail,
  normaliseName,
  normalisePhone,
} from './normalise.ts';
import { AREA_CODES, isZipCodeOf } from './places.ts';
import { TEXTS } from './texts.ts';

/** A rule returns the pt-BR error text, or undefined when the value is fine. */
export type Rule<T = string | null | undefined> = (value: T) => string | undefined;
export type FieldError = { field: string; message: string };
export type Rules<V> = { readonly [K in keyof V]?: Rule<V[K]> | readonly Rule<V[K]>[] };

/**
 * Runs the rules of each field in order and keeps the first text of each.
 * Fields come in the order of `rules`, which is the order in which a form shows them.
 */
export function check<V extends object>(values: V, rules: Rules<NoInfer<V>>): FieldError[] {
  const found: FieldError[] = [];
  for (const field of Object.keys(rules) as (keyof V & string)[]) {
    const message = firstText(values[field], rules[field]);
    if (message) found.push({ field, message });
  }
  return found;
}

function firstText<T>(value: T, rules: Rule<T> | readonly Rule<T>[] | undefined): string | undefined {
  if (!rules) return undefined;
  for (const rule of typeof rules === 'function' ? [rules] : rules) {
    const text = rule(value);
    if (text) return text;
  }
  return undefined;
}

/** Ages of candidates (spec 2.4). */
const YOUNGEST = 14;
const OLDEST = 110;

// Format rules accept an empty value; only `required` refuses it.
const format =
  (text: string, isValid: (value: string) => boolean): Rule =>
  (value) =>
    isBlank(value) || isValid(value ?? '') ? undefined : text;

const length = (value: string) => [...value].length;
const withoutSeparators = (value: string) => value.replace(DIGIT_SEPARATORS, '');
const isDigits = (value: string) => /^[0-9]+$/.test(withoutSeparators(value));

/** At least one visible character. */
export const required: Rule<unknown> = (value) =>
  value === null || value === undefined || (typeof value === 'string' && isBlank(value))
    ? TEXTS.required
    : undefined;

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

/** Social name: 3–120 characters of a name, one word is enough (spec 6.2). */
export const socialName: Rule = (value) => {
  if (isBlank(value)) return undefined;
  const name = normaliseName(value);
  if (!NAME_CHARACTERS.test(name) || !/\p{L}/u.test(name)) return TEXTS.specialCharacters;
  if (length(name) < 3) return TEXTS.minLength(3);
  return length(name) > 120 ? TEXTS.maxLength(120) : undefined;
};

/** Civil name: 3–120 characters, at least two words of two letters or more (spec 2.4). */
export const personName: Rule = (value) => {
  const text = socialName(value);
  if (text || isBlank(value)) return text;
  const words = normaliseName(value)
    .split(' ')
    .filter((word) => (word.match(/\p{L}/gu) ?? []).length >= 2);
  return words.length >= 2 ? undefined : TEXTS.nameAndSurname;
};

/** Eleven digits with modulo-11 check digits, not all equal; the usual separators may be typed. */
export const cpf: Rule = format(TEXTS.cpf, (value) => isDigits(value) && isCpf(digits(value)));

const RNE = /^[A-Z]{1,2}([0-9]{5,7})[0-9A-Z]$/;

/** RNE/RNM/CRNM: letters, 5–7 digits that are not all zero, one last character; no check digit exists. */
export const rne: Rule = format(TEXTS.rne, (value) => {
  const body = RNE.exec(withoutSeparators(value).toUpperCase())?.[1];
  return body !== undefined && !/^0+$/.test(body);
});

const isPassport = (value: string) => {
  const text = withoutSeparators(value).toUpperCase();
  return /^[A-Z0-9]{6,9}$/.test(text) && /[0-9]/.test(text);
};

/** Six to nine letters and digits with at least one digit (ICAO 9303). */
export const passport: Rule = format(TEXTS.passport, isPassport);

/** As `passport`; one issued by Brazil has two letters and six digits. */
export const passportOf = (issuingCountry: string | null | undefined): Rule =>
  issuingCountry === 'BR'
    ? format(TEXTS.passport, (value) => /^[A-Z]{2}[0-9]{6}$/.test(withoutSeparators(value).toUpperCase()))
    : passport;

/** The format rule of a sign-in document. */
export const documentOf = (type: DocumentType): Rule =>
  type === 'cpf' ? cpf : type === 'rne' ? rne : passport;

/** RG: no 'null', at least six characters, not all identical [seed]; letters, digits and separators only. */
export const rg: Rule = format(TEXTS.rg, (value) => {
  const number = withoutSeparators(value).toUpperCase();
  return /^[A-Z0-9]{6,20}$/.test(number) && !number.includes('NULL') && !/^(.)\1*$/.test(number);
});

const isPhoneTyped = (value: string) => /^\+?[0-9]+$/.test(withoutSeparators(value.trim()));
const isAreaCode = (number: string) => AREA_CODES.has(Number(number.slice(0, 2)));
const isCell = (number: string) => /^[1-9]{2}9[0-9]{8}$/.test(number) && isAreaCode(number);
const isLandline = (number: string) => /^[1-9]{2}[2-5][0-9]{7}$/.test(number) && isAreaCode(number);
const isForeign = (number: string) => /^\+[1-9][0-9]{7,14}$/.test(number);
const isBrazilian = (nationality: string | null | undefined) => !nationality || nationality === 'BR';

/** A cell phone of a person of that nationality (ISO 3166-1 alpha-2; none = Brazil). */
export const cellPhoneOf = (nationality: string | null | undefined): Rule =>
  format(TEXTS.cellPhone, (value) => {
    const number = normalisePhone(value);
    return isPhoneTyped(value) && (isCell(number) || (!isBrazilian(nationality) && isForeign(number)));
  });

/** Any phone of a person of that nationality: landline or cell phone. */
export const phoneOf = (nationality: string | null | undefined): Rule =>
  format(TEXTS.phone, (value) => {
    const number = normalisePhone(value);
    const national = isCell(number) || isLandline(number);
    return isPhoneTyped(value) && (national || (!isBrazilian(nationality) && isForeign(number)));
  });

/** Brazilian cell phone: DDD, 9 and eight digits. */
export const cellPhone: Rule = cellPhoneOf('BR');

/** Brazilian landline or cell phone. */
export const phone: Rule = phoneOf('BR');

/** CEP: eight digits. */
export const zipCode: Rule = format(TEXTS.zipCode, (value) => isDigits(value) && digits(value).length === 8);

/** CEP in the range of a state (`uf`); without a state only the format is checked. */
export const zipCodeOf = (uf: string | null | undefined): Rule =>
  format(TEXTS.zipCode, (value) => !zipCode(value) && (!uf || isZipCodeOf(digits(value), uf)));

const LOCAL = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*";
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const EMAIL = new RegExp(
  `^(?=.{1,120}$)(?=.{1,64}@)${LOCAL}@(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`,
);

/** E-mail address of at most 120 characters; it is stored in lower case. */
export const email: Rule = format(TEXTS.email, (value) => EMAIL.test(normaliseEmail(value)));

/** A real day, not after today, on which somebody of at most `oldest` years was born. */
export const birthDay =
  (today: string, oldest: number): Rule =>
  (value) => {
    if (!value || isBlank(value)) return undefined;
    if (!isRealDay(value)) return TEXTS.date;
    if (value > today) return TEXTS.futureDate;
    return ageOn(value, today) > oldest ? TEXTS.date : undefined;
  };

/** A real day on which somebody aged 14 to 110 today was born (spec 2.4). */
export const birthDate =
  (today: string): Rule =>
  (value) =>
    birthDay(today, OLDEST)(value) ?? (value && ageOn(value, today) < YOUNGEST ? TEXTS.underAge : undefined);
