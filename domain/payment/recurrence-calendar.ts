import { addDays, type Cents } from '../foundation/index.ts';
import type { Decline } from './card-decline.ts';
import type { PriceRow } from './price.ts';
import { type PlanDates, planDueDates } from './simulation.ts';

/** A later instalment that is charged through the authorisation; days are `YYYY-MM-DD`. */
export interface PlannedCycle {
  /** Number of the instalment, 2 or more. */
  number: number;
  dueDay: string;
  amountCents: Cents;
}

/** The instalments after the first one with their due days, without those that a discount reduces to nothing (D-70). */
export function plannedCycles(
  rows: readonly Pick<PriceRow, 'number' | 'final'>[],
  dates: PlanDates,
): PlannedCycle[] {
  const days = planDueDates(rows.length, dates);
  return rows.flatMap(({ number, final }, at) => {
    const dueDay = days[at];
    return at === 0 || final <= 0 || dueDay === undefined ? [] : [{ number, dueDay, amountCents: final }];
  });
}

/** A bank accepts the charge of a cycle only within this range of calendar days before its due day (IN BCB 513/2024). */
export const ASK_FROM_DAYS = 10;
const ASK_UNTIL_DAYS = 2;

/** First and last day on which the charge of a cycle is created at the bank. */
export const askWindow = (dueDay: string): { from: string; until: string } => ({
  from: addDays(dueDay, -ASK_FROM_DAYS),
  until: addDays(dueDay, -ASK_UNTIL_DAYS),
});

export interface CycleDays {
  dueDay: string;
  /** Due day of the next cycle, null for the last one. */
  nextDueDay: string | null;
}

/** Retries end this many calendar days after the due day (policy PERMITE_3R_7D of API Pix). */
const RETRY_SPAN_DAYS = 7;

/** Last day on which a cycle may be charged: seven days after the due day, but before the next cycle. */
export const lastChargeDay = ({ dueDay, nextDueDay }: CycleDays): string => {
  const end = addDays(dueDay, RETRY_SPAN_DAYS);
  return nextDueDay !== null && nextDueDay <= end ? addDays(nextDueDay, -1) : end;
};

/**
 * What to do today about a planned cycle: wait; ask the bank for the money on `day`; or give up. A cycle that was not requested
 * in time, for example because the authorisation came late, is charged as soon as a bank can, within the days that retries would
 * have (payments of the standard, IN BCB 513/2024).
 */
export function askPlan(
  today: string,
  days: CycleDays,
): { do: 'wait' } | { do: 'ask'; day: string } | { do: 'give-up' } {
  const { from, until } = askWindow(days.dueDay);
  if (today < from) return { do: 'wait' };
  if (today <= until) return { do: 'ask', day: days.dueDay };
  const soonest = addDays(today, ASK_UNTIL_DAYS);
  return soonest <= lastChargeDay(days) ? { do: 'ask', day: soonest } : { do: 'give-up' };
}

/** Days after the due day on which a failed charge is retried (D-70). */
export const RETRY_DAYS = [1, 3, 7] as const;

/**
 * Day of the next extra attempt of automatic Pix, or undefined when no more are allowed: at most three, on different days after
 * today, within seven calendar days after the due day and before the next cycle (API Pix, PERMITE_3R_7D). `tried` = days of the
 * extra attempts so far.
 */
export function pixRetryDay(today: string, tried: readonly string[], days: CycleDays): string | undefined {
  const offset = RETRY_DAYS[tried.length];
  if (offset === undefined) return undefined;
  const after = [today, days.dueDay, ...tried].reduce((last, day) => (day > last ? day : last));
  const wished = addDays(days.dueDay, offset);
  const day = wished > after ? wished : addDays(after, 1);
  return day <= lastChargeDay(days) ? day : undefined;
}

const DAY_HOURS = 24;

/**
 * Day on which a card that was refused today is charged again, or undefined when it is not: on days 1, 3 and 7 after the due day
 * (D-70), not before the card network allows it, and never after a refusal that another attempt cannot change (ABECS Normativo
 * 21). `tries` = charges of this cycle so far, including today's.
 */
export function cardRetryDay(
  today: string,
  tries: number,
  { class: kind, retryAfterHours, once }: Decline,
  days: CycleDays,
): string | undefined {
  const offset = RETRY_DAYS[tries - 1];
  if (offset === undefined || (kind !== 'RETRY_LATER' && kind !== 'UNKNOWN') || (once && tries > 1))
    return undefined;
  const wished = addDays(days.dueDay, offset);
  const soonest = addDays(today, Math.max(1, Math.ceil((retryAfterHours ?? 0) / DAY_HOURS)));
  const day = wished > soonest ? wished : soonest;
  return day <= lastChargeDay(days) ? day : undefined;
}
