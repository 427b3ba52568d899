import { examScoreTeamCalls } from './exam-scores.ts';
import { testCalls } from './tests.ts';

export const selectionTeamCalls = {
  ...testCalls,
  ...examScoreTeamCalls,
};
