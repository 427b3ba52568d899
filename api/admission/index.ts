import type { Job } from '../platform/jobs.ts';

// First: reads of a subscription are put together from it while the rest of this room is still being loaded.
export { interviewStateColumn } from './column.ts';
export {
  appointInterview,
  decideInterview,
  recordOutcome,
} from './decide-interview.ts';
export { decideQuestionnaire } from './decide-questionnaire.ts';
export {
  INTERVIEW_COLUMNS,
  INTERVIEW_JOINS,
  type InterviewRow,
  presentAppointment,
} from './interview-store.ts';
export { openInterview, openQuestionnaire } from './open.ts';
export { personalData } from './personal-data.ts';
export {
  limitsOf,
  presentSection,
  QUESTIONNAIRE_COLUMNS,
  QUESTIONNAIRE_JOINS,
  type QuestionnaireRow,
} from './questionnaire-store.ts';
export { routes } from './routes.ts';

export const jobs: readonly Job[] = [];
