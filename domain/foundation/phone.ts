import { plainLine, withoutSeparators } from './normalise.ts';
import { AREA_CODES } from './places.ts';

// Our own code instead of libphonenumber, because the page and the API must agree. Its smallest build for Brazil is 9.5 KiB of
// JavaScript, mistakes `0055 31 …` for a Dutch number and knows no area codes. `phone.test.ts` checks these rules against it.

type Text = string | null | undefined;

const isOfArea = (number: string) => AREA_CODES.has(Number(number.slice(0, 2)));

/** DDD, 9 and eight digits. */
export const isCell = (number: string): boolean => /^[0-9]{2}9[0-9]{8}$/.test(number) && isOfArea(number);

/** DDD and eight digits, the first of them 2 to 5. */
export const isLandline = (number: string): boolean =>
  /^[0-9]{2}[2-5][0-9]{7}$/.test(number) && isOfArea(number);

/**
 * Prefixes that people dial: the country code, the long-distance zero, and after it the carrier code (of the numbering plan) or
 * `xx` in its place.
 */
const PREFIX = /^(?:\+55|0055|55)?(?:0(?:1[245]|2[1-35]|31|4[13]|[56]5|99|xx)?|xx)?$/i;

/** The last 10 and 11 digits, as far as what precedes them is a dialling prefix. */
const readings = (number: string): string[] =>
  [10, 11].flatMap((length) => (PREFIX.test(number.slice(0, -length)) ? [number.slice(-length)] : []));

/**
 * A complete Brazilian number (DDD and eight or nine digits) without dialling prefixes. Undefined for a foreign number, an
 * incomplete one, or text that is no phone number. Nothing else is ever removed, so that no number turns into somebody else's.
 */
export function brazilianPhone(value: Text): string | undefined {
  const number = withoutSeparators(value);
  return readings(number).find((one) => isCell(one) || isLandline(one));
}

/** Starts with the long-distance zero: 0 21 98… may still become a carrier code and a longer number. */
const MAY_GO_ON = /^(?:\+55|0055|55)?0[1-9][0-9]{0,10}$/;

/**
 * What a phone field shows during typing: the number without its prefix once no further digit can change how it is read, the
 * digits of an incomplete number, or undefined if the text must stay as typed.
 */
export function phoneTyped(value: Text): string | undefined {
  const number = withoutSeparators(value);
  const found = MAY_GO_ON.test(number) ? undefined : brazilianPhone(value);
  return found ?? (/^(?:[1-9][0-9]{0,10})?$/.test(number) ? number : undefined);
}

/**
 * Phone as stored: Brazilian numbers as digits without prefixes, foreign numbers as `+` and digits (spec 2.4). Anything that is
 * no phone number keeps its digits and signs, so that the rules refuse it.
 */
export function normalisePhone(value: Text): string {
  const national = brazilianPhone(value);
  if (national !== undefined) return national;
  // Abroad too, a zero in brackets is only dialled within the country.
  const number = withoutSeparators(plainLine(value).replace('(0)', ''));
  return number.startsWith('+55') ? number.slice(1) : number;
}
