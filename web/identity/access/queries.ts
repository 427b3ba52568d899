import { call } from '../../base/api.ts';

/** Where the account of the signed-in person is open. */
export const sessionsQuery = {
  queryKey: ['own-sessions'],
  queryFn: () => call('GET /platform/auth/sessions'),
};

/** Accounts of other platforms that the person can sign in with. */
export const socialAccountsQuery = {
  queryKey: ['social-accounts'],
  queryFn: () => call('GET /platform/auth/social-accounts'),
};
