import type { House } from '../platform/house.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import { accessKeyRoutes } from './access-keys/index.ts';
import { checkUser } from './check-user.ts';
import { answerCode, askSignInCode } from './codes/enter.ts';
import { exchangeHandoff } from './handoff.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { changePassword } from './passwords/change.ts';
import { answerResetCode, askReset, openResetLink, resetPassword } from './passwords/reset.ts';
import { revokeSession } from './session.ts';
import { goodbyeCookies } from './session-reply.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { socialRoutes } from './social/routes.ts';

/** What identity answers: ways in, the check of a token, the way out. */
export const routes = (house: House): Route[] => [
  ...accessKeyRoutes(),
  ...socialRoutes(),
  ...passkeyRoutes(),
  route('POST /platform/auth/signin/tenants/{tenant}', signIn),
  route('POST /platform/auth/signup/tenants/{tenant}', signUp),
  route('POST /platform/auth/handoff/exchange', exchangeHandoff),
  route('POST /platform/auth/code/tenants/{tenant}/challenges', askSignInCode),
  route('POST /platform/auth/code/challenges/{challengeId}/verify', answerCode),
  route('POST /platform/auth/password/tenants/{tenant}/reset-requests', askReset),
  route('POST /platform/auth/password/reset-requests/{requestId}/verify', answerResetCode),
  route('GET /platform/auth/password/reset-links/{id}', openResetLink),
  route('POST /platform/auth/password/reset', resetPassword),
  route('PUT /platform/auth/password', changePassword),
  route('GET /candidate/users/check/', checkUser),
  route('POST /platform/auth/signout', async ({ tenant, session, request }) => {
    await revokeSession(house, tenant, session.sessionId);
    // A tab opened by a link has no cookies of its own; those of the browser belong to whoever signed in.
    return reply(
      204,
      undefined,
      session.scope === 'candidate' ? { cookies: goodbyeCookies(house, request) } : {},
    );
  }),
];
