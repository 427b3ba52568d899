export * from './exam-score.ts';
export { readResults, resultsText } from './results-csv.ts';
export { type ResultLine, type ResultProblem, resultsIn } from './results-file.ts';
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
