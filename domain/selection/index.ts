export * from './exam-score.ts';
export * from './results-csv.ts';
export * from './results-file.ts';
export * from './schedule.ts';
