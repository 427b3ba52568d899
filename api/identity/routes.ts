import { revokeSession } from '../caller/end-session.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import { withKey } from '../platform/http/with-key.ts';
import type { Platform } from '../platform/platform.ts';
import { checkUser } from './check-user.ts';
import { answerCode, askSignInCode } from './codes/enter.ts';
import { exchangeHandoff } from './handoff.ts';
import { setInstitutionFilter } from './institution-filter.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { changePassword } from './passwords/change.ts';
import { answerResetCode, askReset, openResetLink, resetPassword } from './passwords/reset.ts';
import { beginPasskeyProof, prove, readProofWays, sendProofCode } from './proof/prove.ts';
import { clearedCookies } from './session-reply.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { socialRoutes } from './social/routes.ts';
import { undoChange } from './undo/undo.ts';

/** Routes of the identity module: sign-in, token check, sign-out and more. */
export const routes = (platform: Platform): Route[] => [
  ...socialRoutes(),
  ...passkeyRoutes(),
  ...sessionRoutes(),
  route('GET /platform/auth/proof', readProofWays),
  route('POST /platform/auth/proof/codes', sendProofCode),
  route('POST /platform/auth/proof/passkeys', beginPasskeyProof),
  route('POST /platform/auth/proof', prove),
  route('POST /platform/auth/undo', undoChange),
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
  route('PUT /operations/persons/{id}/institution-filter', (ctx) =>
    withKey(ctx, (write) => setInstitutionFilter(ctx, write)),
  ),
  route('POST /platform/auth/signout', async ({ tenant, session, request }) => {
    await revokeSession(platform, tenant, session.sessionId);
    // A tab opened by a link has no cookies of its own; the browser's belong to the person who signed in.
    return reply(
      204,
      undefined,
      session.scope === 'candidate' ? { cookies: clearedCookies(platform, request) } : {},
    );
  }),
];
