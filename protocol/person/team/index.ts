import { documentCaseCalls } from './document-cases.ts';
import { heldContactCalls } from './held-contacts.ts';
import { personPageCalls } from './page.ts';

export const personTeamCalls = {
  ...personPageCalls,
  ...documentCaseCalls,
  ...heldContactCalls,
};
