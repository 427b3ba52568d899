import { accessKeyTeamCalls } from './access-keys.ts';
import { handoffCalls } from './handoffs.ts';

export { issuedKey, keptKey, keyPurpose } from './access-keys.ts';

export const identityTeamCalls = {
  ...accessKeyTeamCalls,
  ...handoffCalls,
};
