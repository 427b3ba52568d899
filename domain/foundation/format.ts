import { digits } from './normalise.ts';
import { type Instant, wallClock } from './zone.ts';

/** `000.000.000-00`; values without exactly eleven digits are returned unchanged. */
export const formatCpf = (value: string): string =>
  digits(value).replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4') || value;

/** `00000-000`. */
export const formatZipCode = (value: string): string =>
  digits(value).replace(/^(\d{5})(\d{3})$/, '$1-$2') || value;

/** `V123456-7`, from the stored form. */
export const formatRne = (value: string): string => value.replace(/^([A-Z]{1,2}\d{5,7})([0-9A-Z])$/, '$1-$2');

/** `(31) 90000-0001` or `(31) 3000-0001`; foreign numbers stay `+…`. */
export const formatPhone = (value: string): string =>
  value.startsWith('+') ? value : value.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3');

/** `1.234,56`, from cents. */
export function formatAmount(cents: number): string {
  const size = Math.abs(Math.round(cents));
  const whole = String(Math.floor(size / 100)).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${cents < 0 ? '-' : ''}${whole},${String(size % 100).padStart(2, '0')}`;
}

/** `R$ 1.234,56`, from cents. */
export const formatMoney = (cents: number): string =>
  cents < 0 ? `-R$ ${formatAmount(-cents)}` : `R$ ${formatAmount(cents)}`;

/** `19/01/2026`, from a day (`YYYY-MM-DD`) or an instant in a zone. */
export function formatDate(day: string): string;
export function formatDate(instant: Instant, zone: string): string;
export function formatDate(value: Instant, zone?: string): string {
  const isDay = zone === undefined || (typeof value === 'string' && value.length === 10);
  const [year, month, day] = (isDay ? String(value) : wallClock(value, zone).day).split('-');
  return `${day}/${month}/${year}`;
}

/** `14:05`, the time of an instant in a zone. */
export const formatTime = (instant: Instant, zone: string): string =>
  wallClock(instant, zone).time.slice(0, 5);

/** `19/01/2026 às 14:05`, an instant in a zone. */
export const formatDateTime = (instant: Instant, zone: string): string =>
  `${formatDate(instant, zone)} às ${formatTime(instant, zone)}`;
