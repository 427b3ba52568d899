import { atWallClock, type Instant, offsetMinutes, toDate, wallClock } from './zone.ts';

const DAY = 86_400_000;
const epochDay = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY;
const fromEpochDay = (value: number) => new Date(value * DAY).toISOString().slice(0, 10);

/** Whether the value is an existing day, written `YYYY-MM-DD` (years 0001–9999). */
export function isRealDay(value: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value) || value < '0001') return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === value;
}

/** The day (`YYYY-MM-DD`) of an instant in a zone. */
export const dayInZone = (instant: Instant, zone: string): string => wallClock(instant, zone).day;

/** First instant of a day in a zone. */
export const startOfDay = (day: string, zone: string): Date => atWallClock(day, '00:00', zone);

/** Last millisecond of a day in a zone; a deadline given as a day ends then (spec 2.3). */
export const endOfDay = (day: string, zone: string): Date =>
  new Date(startOfDay(addDays(day, 1), zone).getTime() - 1);

/** The instant as ISO 8601 with the offset of the zone, in whole seconds (`2026-01-19T23:59:59-03:00`). */
export function isoInZone(instant: Instant, zone: string): string {
  const date = toDate(instant);
  const offset = offsetMinutes(date, zone);
  const size = Math.abs(offset);
  const two = (value: number) => String(value).padStart(2, '0');
  // Offsets before 1914 have seconds, which ISO 8601 cannot express, so the local time is computed from the rounded offset.
  const wall = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, 19);
  return `${wall}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The day `count` calendar days later (earlier when negative). */
export const addDays = (day: string, count: number): string => fromEpochDay(epochDay(day) + count);

/** Calendar days from one day to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => epochDay(to) - epochDay(from);

/**
 * Age in completed years on a day. A person born on 29 February completes the year on 1 March of common years (Código Civil art.
 * 132 §3).
 */
export function ageOn(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5) < birth.slice(5) ? years - 1 : years;
}

/** Age from which a candidate needs no guardian [seed]. */
export const ADULT_AGE = 18;

/** True while the person is under 18 on that day. */
export const isMinorOn = (birth: string, day: string): boolean => ageOn(birth, day) < ADULT_AGE;

/** Easter Sunday of a Gregorian year (Meeus/Jones/Butcher). */
export function easterOf(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor((b + 8) / 25);
  const e = (19 * a + b - Math.floor(b / 4) - Math.floor((b - d + 1) / 3) + 15) % 30;
  const f = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - e - (c % 4)) % 7;
  const g = Math.floor((a + 11 * e + 22 * f) / 451);
  const sum = e + f - 7 * g + 114;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(Math.floor(sum / 31))}-${two((sum % 31) + 1)}`;
}

const FIXED = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'];
// Days relative to Easter: Carnival Monday and Tuesday, Good Friday, Corpus Christi.
const MOVING = [-48, -47, -2, 60];
// Dia da Consciência Negra is national since Lei 14.759/2023.
const BLACK_AWARENESS = { day: '11-20', since: 2024 };

const years = new Map<number, ReadonlySet<string>>();

/**
 * Bank holidays of a year: national holidays, Carnival Monday and Tuesday, Good Friday and Corpus Christi (spec 2.3, Resolução
 * CMN 4.880/2020). 31 December is not one: banks are only closed to the public.
 */
export function holidaysOf(year: number): ReadonlySet<string> {
  const known = years.get(year);
  if (known) return known;
  const easter = easterOf(year);
  const fixed = year >= BLACK_AWARENESS.since ? [...FIXED, BLACK_AWARENESS.day] : FIXED;
  const all = [...fixed.map((day) => `${year}-${day}`), ...MOVING.map((days) => addDays(easter, days))];
  const made = new Set(all.sort());
  years.set(year, made);
  return made;
}

/** True for Monday to Friday, except holidays and the tenant's own list (`YYYY-MM-DD`). */
export function isBusinessDay(day: string, tenantHolidays: readonly string[] = []): boolean {
  const weekday = new Date(epochDay(day) * DAY).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  return !holidaysOf(Number(day.slice(0, 4))).has(day) && !tenantHolidays.includes(day);
}

/** The day itself when it is a business day, otherwise the first one after it. */
export function nextBusinessDay(day: string, tenantHolidays: readonly string[] = []): string {
  let candidate = day;
  while (!isBusinessDay(candidate, tenantHolidays)) candidate = addDays(candidate, 1);
  return candidate;
}

/** The `count`-th business day after a day (the day itself is not counted). */
export function addBusinessDays(day: string, count: number, tenantHolidays: readonly string[] = []): string {
  let candidate = day;
  for (let done = 0; done < count; done++) candidate = nextBusinessDay(addDays(candidate, 1), tenantHolidays);
  return candidate;
}
