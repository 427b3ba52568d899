import { type Route, route } from '../../platform/http/route.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from './register.ts';
import { beginSignIn, signInByPasskey } from './sign-in.ts';

/** Routes for passkeys. */
export const passkeyRoutes = (): Route[] => [
  route('GET /platform/auth/passkeys', listPasskeys),
  route('POST /platform/auth/passkeys/registrations', beginPasskey),
  route('POST /platform/auth/passkeys', addPasskey),
  route('DELETE /platform/auth/passkeys/{passkeyId}', removePasskey),
  route('POST /platform/auth/passkeys/tenants/{tenant}/challenges', beginSignIn),
  route('POST /platform/auth/passkeys/tenants/{tenant}/signin', signInByPasskey),
];
