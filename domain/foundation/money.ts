/** Money is an integer number of cents everywhere except in the JSON of the API. */
export type Cents = number;

/** BRL amount of the API in cents (`360` → 36000), rounded half up. */
export function toCents(amount: number): Cents {
  // Computed from the decimal text, because 1.005 * 100 is 100.49999999999999.
  const [whole = '0', fraction = ''] = Math.abs(amount).toFixed(6).split('.');
  const cents = Number(whole) * 100 + Math.floor((Number(fraction) + 5_000) / 10_000);
  return amount < 0 && cents > 0 ? -cents : cents;
}

/** Cents as a BRL amount of the API (36000 → `360`). */
export const toAmount = (cents: Cents): number => cents / 100;

const SCALE = 10_000;

/** `percent` of an amount, rounded half up to cents; exact for percentages with up to four decimals. */
export function percentOf(cents: Cents, percent: number): Cents {
  const scaled = cents * Math.round(percent * SCALE);
  return Math.floor((scaled + 50 * SCALE) / (100 * SCALE));
}

/** Sum of amounts in cents. */
export const sumCents = (amounts: readonly Cents[]): Cents => amounts.reduce((sum, cents) => sum + cents, 0);
