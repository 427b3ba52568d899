import { plainLine, withoutSeparators } from '../foundation/index.ts';

/** Month and year printed on a card, the year with four digits. */
export type CardExpiry = { month: number; year: number };

/** Cards are issued for at most this many years; a later year is a typing error. */
const MOST_YEARS = 20;

/** The typed text with a slash between its parts, whatever separator was typed or filled in. */
const slashed = (typed: string): string => plainLine(typed).replace(/ ?[ /.,_|-] ?/g, '/');

/**
 * Reads "MM/AA", "MMAA", "MM/AAAA" or "AAAA-MM" (as browsers store a month), with any separator; undefined when it is none of
 * these or when the card has expired. A card is valid through the last day of its month.
 * @param today the current day for the person, "YYYY-MM-DD"
 */
export function readCardExpiry(typed: string, today: string): CardExpiry | undefined {
  const text = slashed(typed).replace(/^(\d{4})\/(\d{2})$/, '$2/$1');
  const found = /^(\d{1,2})\/(\d{2}|\d{4})$/.exec(text) ?? /^(\d{2})(\d{2}|\d{4})$/.exec(text);
  if (!found) return undefined;
  const [thisYear, thisMonth] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const month = Number(found[1]);
  const century = Math.floor(thisYear / 100) * 100;
  const year = found[2]!.length === 4 ? Number(found[2]) : century + Number(found[2]);
  if (month < 1 || month > 12) return undefined;
  if (year > thisYear + MOST_YEARS || year < thisYear) return undefined;
  return year === thisYear && month < thisMonth ? undefined : { month, year };
}

/** "MM/YYYY", the format of some acquirers. */
export const longExpiry = ({ month, year }: CardExpiry): string =>
  `${String(month).padStart(2, '0')}/${String(year).padStart(4, '0')}`;

/** The typed expiry with a slash after the month: "1230" and "12-30" become "12/30"; "1/" becomes "01". */
export function shownExpiry(typed: string): string {
  const digits = withoutSeparators(slashed(typed).replace(/^([1-9])\//, '0$1'));
  if (!/^\d{0,6}$/.test(digits)) return typed;
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}
