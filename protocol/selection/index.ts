import { examScoreCalls } from './exam-score.ts';
import { scheduleCalls } from './schedule.ts';

export {
  askedExamScore,
  examLookUpState,
  examScore,
  examScores,
  lookUpErrors,
  opsExamScore,
} from './exam-score.ts';
export { bookedTest, testPlace } from './schedule.ts';

export const selectionCalls = { ...scheduleCalls, ...examScoreCalls };
