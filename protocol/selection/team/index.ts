import { examScoreTeamCalls } from './exam-scores.ts';
import { applicationSelectionCalls } from './of-application.ts';
import { testCalls } from './tests.ts';

export const selectionTeamCalls = {
  ...testCalls,
  ...examScoreTeamCalls,
  ...applicationSelectionCalls,
};
