import { addDays, daysBetween, isRealDay } from '../foundation/index.ts';

const BASE = '1997-10-07';
const LAST = 9999;
/** After factor 9999 (2025-02-21) the count continued with 1000, not with 0. */
const FIRST = 1000;
const CYCLE = LAST - FIRST + 1;
/** A factor repeats every 9000 days: banks accept the day that is within these distances from today (FEBRABAN FB-082/2012). */
const DAYS_BACK = 3000;
const DAYS_AHEAD = 5500;

/**
 * Due-date factor of a day (`YYYY-MM-DD`), four digits; `0000` for a slip without due date.
 * @throws RangeError for a day before 1997-10-08 or one that does not exist.
 */
export function dueFactor(day: string | null): string {
  if (day === null) return '0000';
  const days = isRealDay(day) ? daysBetween(BASE, day) : 0;
  if (days < 1) throw new RangeError('A due date is a day after 1997-10-07');
  return String(days <= LAST ? days : ((days - FIRST) % CYCLE) + FIRST).padStart(4, '0');
}

/**
 * The day that a four-digit factor means, seen from `today`: null for `0000`, undefined when no matching day is within 3000 days
 * back and 5500 days ahead.
 */
export function dueDayOf(factor: string, today: string): string | null | undefined {
  if (factor === '0000') return null;
  const value = Number(factor);
  const now = daysBetween(BASE, today);
  const rounds = Math.max(0, Math.ceil((now - DAYS_BACK - value) / CYCLE));
  const days = value + rounds * CYCLE;
  if (days > now + DAYS_AHEAD || (rounds > 0 && value < FIRST)) return undefined;
  return addDays(BASE, days);
}
