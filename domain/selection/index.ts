export * from './exam-score.ts';
export {
  afterTest,
  eventOfResult,
  isOffered,
  mayReschedule,
  REMINDER_HOURS,
  remindsNow,
  reschedulingOf,
  type SlotRules,
  type TestResult,
} from './schedule.ts';
