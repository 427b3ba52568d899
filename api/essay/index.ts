import type { Job } from '../platform/jobs.ts';
import { delayJob } from './delay.ts';
import { timeOutJob } from './time-out.ts';

export { accommodationsOf, grantAccommodations } from './accommodation.ts';
export { type GradeCommand, gradeEssay } from './grade.ts';
export { grantAttempts } from './grant-attempts.ts';
export { routes } from './routes.ts';
export { type EssayRow, essayById, essaysOf, withdrawEssays } from './store.ts';

export const jobs: readonly Job[] = [timeOutJob, delayJob];
export { personalData } from './personal-data.ts';
