export * from './codes.ts';
export * from './eligibility.ts';
export * from './intake.ts';
export * from './vacancies.ts';
