import type { Job } from '../platform/jobs.ts';
import { classHoldJob } from './class-hold-job.ts';
import { classWaitJob } from './class-wait.ts';

export {
  confirmClass,
  type Hold,
  holdClass,
  keepHold,
  releaseClass,
  restartHold,
} from './class-hold.ts';
export { type ClassState, classColumn, classFacts, classFree, holdDeadline } from './class-state.ts';
export { inviteToChoose } from './class-wait.ts';
export {
  type Analysis,
  type AnalysisState,
  analysisColumn,
  analysisFact,
  recordAnalysis,
} from './discipline-analysis.ts';
export { dropDisciplines } from './disciplines.ts';
export { enrolmentFacts, type FoundEnrolment, factsOf } from './facts.ts';
export { routes } from './routes.ts';
export { type EnrolmentRow, findEnrolment, type StoredGuardian } from './store.ts';

export const jobs: readonly Job[] = [classHoldJob, classWaitJob];
export { personalData } from './personal-data.ts';
