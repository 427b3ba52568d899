import type { Job } from '../platform/jobs.ts';

export { enrolmentFacts, type FoundEnrolment, factsOf } from './facts.ts';
export { routes } from './routes.ts';
export { type EnrolmentRow, findEnrolment, type StoredGuardian } from './store.ts';
export const jobs: readonly Job[] = [];
export { personalData } from './personal-data.ts';
