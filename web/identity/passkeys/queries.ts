import { call } from '../../base/api.ts';

/** Passkeys of the signed-in person on this host. */
export const passkeysQuery = {
  queryKey: ['passkeys'],
  queryFn: () => call('GET /platform/auth/passkeys'),
};
