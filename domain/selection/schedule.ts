import { addDays, dayInZone } from '../foundation/index.ts';
import { type SubscriptionEvent, testApproves } from '../subscription/index.ts';

const HOUR_MS = 3_600_000;

/** Slots that begin within this many hours are not offered (spec 9.1). */
const CLOSES_HOURS = 2;

/** Hours before the test at which N-07 is sent (spec 16.2). */
export const REMINDER_HOURS = 24;

const hoursUntil = (at: Date, now: Date): number => (at.getTime() - now.getTime()) / HOUR_MS;

/** Whether a slot is listed (spec 9.1): it starts more than two hours from now. Full slots are listed too. */
export const isOffered = (at: Date, now: Date): boolean => hoursUntil(at, now) > CLOSES_HOURS;

/** `RescheduleLimitHours` and `RescheduleMaxTimes` (spec 3.2). */
export type SlotRules = { limitHours: number; maxTimes: number };

/** A booked test and how often it was rescheduled. */
export type MovedTest = { at: Date; reschedules: number };

/** Whether a booked test may be rescheduled (TR-31): early enough, and not too often. */
export const mayReschedule = (
  booked: MovedTest,
  now: Date,
  rules: SlotRules,
): { inTime: boolean; left: boolean } => ({
  inTime: hoursUntil(booked.at, now) >= rules.limitHours,
  left: booked.reschedules < rules.maxTimes,
});

/** Last instant at which a booked test may be rescheduled, and how many times it still may be (TR-31). */
export const reschedulingOf = (booked: MovedTest, rules: SlotRules): { until: Date; left: number } => ({
  until: new Date(booked.at.getTime() - rules.limitHours * HOUR_MS),
  left: Math.max(0, rules.maxTimes - booked.reschedules),
});

/**
 * Whether N-07 is due: less than 24 hours before the test, unless it was booked later than that. Only on the day before, because
 * the message says "amanhã".
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

/** Result of one person, as reported by the institution; scores from 0 to 1000. */
export type TestResult =
  | { present: false }
  | { present: true; score: number; essayScore?: number | null | undefined };

/** Event for a result: absence (TR-32), at least the minimum score with an essay part above zero (TR-33), or neither (TR-34). */
export function eventOfResult(
  result: TestResult,
  minimum: number,
): 'test-missed' | 'test-approved' | 'test-rejected' {
  if (!result.present) return 'test-missed';
  const { score, essayScore } = result;
  return testApproves({ score, minimum, essayScore: essayScore ?? null }) ? 'test-approved' : 'test-rejected';
}

/** Why a test must be booked again (S-14). */
export type TestStop = 'missed' | 'cancelled' | 'other-pole';

const STOPS: Partial<Record<SubscriptionEvent, TestStop>> = {
  'test-missed': 'missed',
  'slot-cancelled': 'cancelled',
  'schedule-invalidated': 'other-pole',
};

/** What ended the last booking, according to the history (oldest first); undefined when nothing did. */
export const afterTest = (history: readonly { event: string }[]): TestStop | undefined =>
  STOPS[history.at(-1)?.event as SubscriptionEvent];
