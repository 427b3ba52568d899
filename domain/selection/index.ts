export * from './exam-score.ts';
export { type ResultLine, type ResultProblem, readResults, resultsIn } from './results-file.ts';
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
