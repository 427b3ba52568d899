import { isCpf } from './cpf.ts';
import { type DocumentType, digits, isBlank, withoutSeparators } from './normalise.ts';
import { TEXTS } from './texts.ts';

/** A rule returns the pt-BR error text, or undefined when the value is valid. */
export type Rule<T = string | null | undefined> = (value: T) => string | undefined;
export type FieldError = { field: string; message: string };
export type Rules<V> = { readonly [K in keyof V]?: Rule<V[K]> | readonly Rule<V[K]>[] };

/**
 * Runs the rules of each field in order and returns the first error text of each field. Errors come in the order of `rules`,
 * which is the order of the fields in a form.
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

/** A format rule accepts an empty value; only `required` refuses it. */
export const format =
  (text: string, isValid: (value: string) => boolean): Rule =>
  (value) =>
    isBlank(value) || isValid(value ?? '') ? undefined : text;

export const isDigits = (value: string) => /^[0-9]+$/.test(withoutSeparators(value));

/** At least one visible character. */
export const required: Rule<unknown> = (value) =>
  value === null || value === undefined || (typeof value === 'string' && isBlank(value))
    ? TEXTS.required
    : undefined;

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

/** Same as `passport`, but a passport issued by Brazil has two letters and six digits. */
export const passportOf = (issuingCountry: string | null | undefined): Rule =>
  issuingCountry === 'BR'
    ? format(TEXTS.passport, (value) => /^[A-Z]{2}[0-9]{6}$/.test(withoutSeparators(value).toUpperCase()))
    : passport;

/** The format rule of a sign-in document. */
export const documentOf = (type: DocumentType): Rule =>
  type === 'cpf' ? cpf : type === 'rne' ? rne : passport;
