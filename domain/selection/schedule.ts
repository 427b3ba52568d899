import { addDays, dayInZone } from '../foundation/index.ts';
import { type SubscriptionEvent, testApproves } from '../subscription/index.ts';

const HOUR_MS = 3_600_000;

/** Slots that begin sooner are not offered (spec 9.1). */
const CLOSES_HOURS = 2;

/** Hours before the test at which N-07 is sent (spec 16.2). */
export const REMINDER_HOURS = 24;

const hoursUntil = (at: Date, now: Date): number => (at.getTime() - now.getTime()) / HOUR_MS;

/** Is a slot shown at all (spec 9.1)? Past ones and those beginning within two hours are absent; full ones are not. */
export const isOffered = (at: Date, now: Date): boolean => hoursUntil(at, now) > CLOSES_HOURS;

/** `RescheduleLimitHours` and `RescheduleMaxTimes` (spec 3.2). */
export type SlotRules = { limitHours: number; maxTimes: number };

/** What TR-31 asks of a booked test: early enough, and not too often. */
export const mayReschedule = (
  booked: { at: Date; reschedules: number },
  now: Date,
  rules: SlotRules,
): { inTime: boolean; left: boolean } => ({
  inTime: hoursUntil(booked.at, now) >= rules.limitHours,
  left: booked.reschedules < rules.maxTimes,
});

/**
 * Is it time for N-07? From 24 hours before the test on, for those who booked earlier than that: who books later has
 * just been told. Only on the day before, since the message says "amanhã".
 */
export function remindsNow(booked: { at: Date; bookedAt: Date }, now: Date, zone: string): boolean {
  const left = hoursUntil(booked.at, now);
  return (
    left > 0 &&
    left <= REMINDER_HOURS &&
    hoursUntil(booked.at, booked.bookedAt) > REMINDER_HOURS &&
    dayInZone(booked.at, zone) === addDays(dayInZone(now, zone), 1)
  );
}

/** What the institution reports of one person; scores from 0 to 1000. */
export type TestResult =
  | { present: false }
  | { present: true; score: number; essayScore?: number | null | undefined };

/** The event a result is: absence (TR-32), at least the minimum with an essay part above zero (TR-33), or not (TR-34). */
export function eventOfResult(
  result: TestResult,
  minimum: number,
): 'test-missed' | 'test-approved' | 'test-rejected' {
  if (!result.present) return 'test-missed';
  const { score, essayScore } = result;
  return testApproves({ score, minimum, essayScore: essayScore ?? null }) ? 'test-approved' : 'test-rejected';
}

/** Why somebody whose test was booked has to book again (S-14). */
export type TestStop = 'missed' | 'cancelled' | 'other-pole';

const STOPS: Partial<Record<SubscriptionEvent, TestStop>> = {
  'test-missed': 'missed',
  'slot-cancelled': 'cancelled',
  'schedule-invalidated': 'other-pole',
};

/** What ended the last booking, read from the history (oldest first); undefined when nothing did. */
export const afterTest = (history: readonly { event: string }[]): TestStop | undefined =>
  STOPS[history.at(-1)?.event as SubscriptionEvent];
