import { accessKeyTeamCalls } from './access-keys.ts';
import { handoffCalls } from './handoffs.ts';

export const identityTeamCalls = {
  ...accessKeyTeamCalls,
  ...handoffCalls,
};
