import { documentCaseCalls } from './document-cases.ts';
import { personPageCalls } from './page.ts';

export const personTeamCalls = {
  ...personPageCalls,
  ...documentCaseCalls,
};
