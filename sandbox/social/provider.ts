import Provider from 'oidc-provider';
import { openIdConfiguration } from '../openid/configuration.ts';

/** Client of the demo hosts; the secret is no secret here. */
const CLIENT_ID = 'sim';
const CLIENT_SECRET = 'sandbox-social-secret';
/** Return addresses of the product on any machine and port, as each demo host would have registered its own. */
const RETURN =
  /^https?:\/\/([a-z0-9-]+\.)*(localhost|127\.0\.0\.1|orbita\.test)(:\d+)?\/orbita\/candidate\/auth\/\w+$/;

/** LinkedIn knows no PKCE: it refuses what belongs to it, and leaves the nonce out of its ID token. */
const asLinkedIn: Parameters<Provider['use']>[0] = (ctx, next) => {
  if (ctx.query.code_challenge !== undefined) {
    ctx.status = 400;
    ctx.body = 'code_challenge is not supported';
    return Promise.resolve();
  }
  if (ctx.query.nonce !== undefined) ctx.query = { ...ctx.query, nonce: undefined };
  return next();
};

/** A real OpenID provider of candidates: whoever signs in has the name and the address of her account. */
export function createProvider(issuer: string, name: 'google' | 'linkedin'): Provider {
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
  if (name === 'linkedin') provider.use(asLinkedIn);
  return provider;
}
