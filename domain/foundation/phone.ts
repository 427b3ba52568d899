import { plainLine, withoutSeparators } from './normalise.ts';
import { AREA_CODES } from './places.ts';

// Own code, not libphonenumber: page and API must judge alike, and its smallest form for Brazil is 9.5 KiB of JavaScript that
// takes `0055 31 …` for a number of the Netherlands and knows no area codes. It judges these rules in `phone.test.ts`.

type Text = string | null | undefined;

const isOfArea = (number: string) => AREA_CODES.has(Number(number.slice(0, 2)));

/** DDD, 9 and eight digits. */
export const isCell = (number: string): boolean => /^[0-9]{2}9[0-9]{8}$/.test(number) && isOfArea(number);

/** DDD and eight digits, the first of them 2 to 5. */
export const isLandline = (number: string): boolean =>
  /^[0-9]{2}[2-5][0-9]{7}$/.test(number) && isOfArea(number);

/**
 * What people dial first: the country, the zero of long distance, and behind it the carrier (of the numbering plan), or `xx` in
 * its place.
 */
const PREFIX = /^(?:\+55|0055|55)?(?:0(?:1[245]|2[1-35]|31|4[13]|[56]5|99|xx)?|xx)?$/i;

/** The numbers that remain where what stands before them may be dialled first. */
const readings = (number: string): string[] =>
  [10, 11].flatMap((length) => (PREFIX.test(number.slice(0, -length)) ? [number.slice(-length)] : []));

/**
 * A whole Brazilian number (DDD and eight or nine digits) without what people dial before it. Undefined: of another country,
 * unfinished or no phone at all. Nothing else is ever left out, so that no number becomes somebody else's.
 */
export function brazilianPhone(value: Text): string | undefined {
  const number = withoutSeparators(value);
  return readings(number).find((one) => isCell(one) || isLandline(one));
}

/** The zero of long distance, behind which 0 21 98… may still become a carrier and a longer number. */
const MAY_GO_ON = /^(?:\+55|0055|55)?0[1-9][0-9]{0,10}$/;

/**
 * What a phone field shows while it is typed into: the number without its prefix as soon as no further digit can make another
 * one of it, the digits of an unfinished number, or undefined for what must stand as it was typed.
 */
export function phoneTyped(value: Text): string | undefined {
  const number = withoutSeparators(value);
  const found = MAY_GO_ON.test(number) ? undefined : brazilianPhone(value);
  return found ?? (/^(?:[1-9][0-9]{0,10})?$/.test(number) ? number : undefined);
}

/**
 * Phone as stored: Brazilian numbers as digits without prefixes, numbers of other countries as `+` and digits (spec 2.4). What
 * is no phone keeps all it has, so that the rules refuse it.
 */
export function normalisePhone(value: Text): string {
  const national = brazilianPhone(value);
  if (national !== undefined) return national;
  // Abroad too, the zero in brackets is dialled at home only.
  const number = withoutSeparators(plainLine(value).replace('(0)', ''));
  return number.startsWith('+55') ? number.slice(1) : number;
}
