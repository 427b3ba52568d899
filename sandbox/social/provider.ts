import Provider from 'oidc-provider';
import { openIdConfiguration } from '../openid/configuration.ts';
import type { World } from '../world.ts';

/** Client of the demo hosts; its secret is not confidential here. */
const CLIENT_ID = 'sim';
const CLIENT_SECRET = 'sandbox-social-secret';
/** Return addresses of the product on any machine and port, as each demo host would have registered its own. */
const RETURN =
  /^https?:\/\/([a-z0-9-]+\.)*(localhost|127\.0\.0\.1|orbita\.test)(:\d+)?\/orbita\/candidate\/auth\/\w+$/;

/**
 * LinkedIn does not support PKCE: it ignores a challenge and treats a verifier as wrong credentials. It leaves the nonce out of
 * its ID token, and uses its own code when a person cancels.
 */
const asLinkedIn =
  ({ strange }: World): Parameters<Provider['use']>[0] =>
  async (ctx, next) => {
    const { code_challenge: _1, code_challenge_method: _2, nonce: _3, ...known } = ctx.query;
    if (Object.keys(known).length < Object.keys(ctx.query).length) ctx.query = known;
    await next();
    const { oidc, body } = ctx as { oidc?: { body?: Record<string, unknown> }; body?: unknown };
    if (oidc?.body?.code_verifier !== undefined) {
      ctx.status = 401;
      ctx.body = { error: 'invalid_client', error_description: 'Client authentication failed' };
    } else if (strange.is('linkedin-untyped-token') && isRecord(body)) delete body.token_type;
    const back = ctx.response.get('location') ?? '';
    if (back.includes('error=access_denied'))
      ctx.set('location', back.replace('error=access_denied', 'error=user_cancelled_login'));
  };
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A real OpenID provider for candidates: the signed-in person has the account's name and address. */
export function createProvider(issuer: string, name: 'google' | 'linkedin', world: World): Provider {
  const provider = new Provider(issuer, {
    ...openIdConfiguration({ issuer, clientId: CLIENT_ID, scope: 'openid email profile' }),
    ...(name === 'linkedin' ? { pkce: { required: () => false } } : {}),
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: ['http://localhost/orbita/candidate/auth/google'],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    features: { devInteractions: { enabled: false } },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, email: `${sub}@social.test`, email_verified: true, name: sub }),
    }),
  });
  provider.Client.prototype.redirectUriAllowed = (uri: string) => RETURN.test(uri);
  if (name === 'linkedin') provider.use(asLinkedIn(world));
  return provider;
}
