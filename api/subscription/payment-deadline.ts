import { dayInZone } from '@orbita/domain/foundation';
import { intakeEndFor } from '@orbita/domain/offering';
import { paymentDeadline } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { changeSubscription } from './change.ts';
import { type SubscriptionState, settingsReader } from './facts.ts';
import type { JudgedRow } from './judged.ts';

/**
 * The payment deadline counted from today, at most the last day of the intake (spec 14.4). A later deadline already granted for
 * the accepted contract is kept.
 */
export function newDeadline(platform: Platform, row: SubscriptionState): Date {
  const today = dayInZone(platform.clock.now(), row.time_zone);
  const days = settingsReader(row.settings)('PaymentDeadlineDays');
  const counted = paymentDeadline(today, days, row.last_day, row.time_zone);
  const given = row.accepted_at && row.payment_deadline;
  return given && given > counted ? given : counted;
}

/** The last day after a late decision of the institution; undefined if the decision is not late (spec 7.1). */
function lateDecisionDay(row: JudgedRow, now: Date): string | undefined {
  const grace = settingsReader(row.settings)('LateResultGraceDays');
  const until = intakeEndFor(row.intake_end, dayInZone(now, row.time_zone), grace);
  return until > row.last_day ? until : undefined;
}

// The earlier last day may have shortened the payment deadline, so it is computed again.
function deadlineUpTo(row: JudgedRow, lastDay: string): Date | null {
  if (!row.accepted_at || !row.payment_deadline) return row.payment_deadline;
  const days = settingsReader(row.settings)('PaymentDeadlineDays');
  const whole = paymentDeadline(dayInZone(row.accepted_at, row.time_zone), days, lastDay, row.time_zone);
  return whole > row.payment_deadline ? whole : row.payment_deadline;
}

/**
 * Extends the intake and the payment deadline of an application after a late decision of the institution. Returns the state
 * with the new days.
 */
export async function extendForLateDecision<R extends JudgedRow>(
  tx: Tx,
  platform: Platform,
  row: R,
): Promise<R> {
  const day = lateDecisionDay(row, platform.clock.now());
  if (!day) return row;
  const deadline = deadlineUpTo(row, day);
  const days = sql`extended_end = ${day}::date, payment_deadline = ${deadline}::timestamptz`;
  const version = await changeSubscription(tx, row.id, platform.clock.now(), days);
  return {
    ...row,
    extended_end: day,
    last_day: day,
    payment_deadline: deadline,
    version: version ?? row.version,
  };
}

/**
 * Restarts the payment deadline of a candidate in 21 who could not choose because no class had a place, adding the days of a
 * late decision if the intake ends earlier. Returns the new deadline.
 */
export async function restartTimeToPay(
  tx: Tx,
  platform: Platform,
  waiting: SubscriptionState,
): Promise<Date> {
  const row = await extendForLateDecision(tx, platform, waiting);
  const deadline = newDeadline(platform, row);
  const time = sql`payment_deadline = ${deadline}::timestamptz, awaits_class = false`;
  await changeSubscription(tx, row.id, platform.clock.now(), time);
  return deadline;
}
