import { isRealDay, plainLine } from '@orbita/domain/foundation';
import type { Mask } from './masks.ts';

const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];
const two = (part: string | undefined) => (part ?? '').padStart(2, '0');

/** Two-digit month for a Portuguese month name or its beginning; empty if it is not a month. */
const monthOf = (name = '') =>
  two(String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1)).replace('00', '');

/**
 * Normalises a typed date to one line with a slash or a space between its parts, without the ordinal sign of "1º" and without a
 * trailing time of day.
 */
const dateOf = (text: string): string => {
  const line = plainLine(text);
  const time = line.search(/[T ,]\d{1,2}:\d{2}/);
  return (time < 0 ? line : line.slice(0, time).replace(/[ ,]{1,2}$/, ''))
    .replace(/(\d)[ºª°]/g, '$1')
    .replace(/ ?[/.,\\_|-][ /.,\\_|-]{0,2}/g, '/');
};

const whole = (year: string | undefined, month: string, day: string) =>
  isRealDay(`${year}-${month}-${day}`) ? day + month + year : undefined;

/** The year, month and day of a date that names its month or begins with the year; undefined for any other. */
function otherOrder(typed: string): string[] | undefined {
  const named = /^(?:(\d{1,2})(?: ?de |[ /])?)?(\p{L}{3,9})(?: de |[ /]{1,2})(\d{4})$/iu.exec(typed);
  if (named) return [named[3] ?? '', monthOf(named[2]), two(named[1])];
  const iso = /^(\d{4})[ /](\d{1,2})(?:[ /](\d{1,2}))?$/.exec(typed);
  if (iso) return [iso[1] ?? '', two(iso[2]), two(iso[3])];
  return undefined;
}

/** The digits of a day as password managers, calendars or documents write it; undefined if it is ambiguous. */
function dateDigits(text: string): string | undefined {
  const typed = dateOf(text);
  const other = otherOrder(typed);
  if (other) return whole(other[0], other[1] ?? '', other[2] ?? '');
  const compact = /^((?:19|20)\d\d)(0\d|1[0-2])([0-3]\d)$/.exec(typed);
  if (compact) return whole(compact[1], compact[2] ?? '', compact[3] ?? '');
  const parts = typed.split(/[ /]/);
  if (!/^[\d /]*$/.test(typed) || parts.length > 3) return undefined;
  // A separator marks the part before it as complete: 1/5/2003 means 01/05/2003.
  const complete = parts.slice(0, -1);
  const last = parts.at(-1) ?? '';
  if (complete.some((part) => part.length > 2) || (parts.length === 2 && last.length === 4)) return undefined;
  const read = [...complete.map((part) => (part ? two(part) : '')), last].join('');
  return read.length < 8 ? read : whole(read.slice(4), read.slice(2, 4), read.slice(0, 2));
}

const isMonth = (month: string) => month >= '01' && month <= '12';

function monthDigits(text: string): string | undefined {
  const typed = dateOf(text);
  const [year, month] = otherOrder(typed) ?? /^((?:19|20)\d\d)(0[1-9]|1[0-2])$/.exec(typed)?.slice(1) ?? [];
  if (year) return month && isMonth(month) ? month + year : undefined;
  const read = typed.replace(/^\d{1,2}[ /](?=\d{1,2}[ /]\d{4}$)/, '').replace(/^(\d)(?=[ /])/, '0$1');
  const found = read.replace(/[ /]/g, '');
  const fits = /^\d{0,6}$/.test(found) && (found.length < 6 || isMonth(found.slice(0, 2)));
  return fits ? found : undefined;
}

export const dateMask: Mask = { clean: dateDigits, pattern: () => '##/##/####' };
export const monthMask: Mask = { clean: monthDigits, pattern: () => '##/####' };
