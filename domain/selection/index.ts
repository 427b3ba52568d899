export * from './exam-score.ts';
export {
  MOST_RESULT_LINES,
  RESULT_COLUMNS,
  type ResultProblem,
  type ResultRow,
  readResults,
} from './results-file.ts';
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
