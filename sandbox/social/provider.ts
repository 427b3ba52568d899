import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import Provider, { interactionPolicy } from 'oidc-provider';
import { Memory } from './memory.ts';

/** Client of the demo hosts; the secret is no secret here. */
const CLIENT_ID = 'sim';
const CLIENT_SECRET = 'sandbox-social-secret';
/** Return addresses of the product on any machine and port, as each demo host would have registered its own. */
const RETURN =
  /^https?:\/\/([a-z0-9-]+\.)*(localhost|127\.0\.0\.1|orbita\.test)(:\d+)?\/orbita\/candidate\/auth\/\w+$/;

/** Asks for the name every time: whoever sits here plays many people. */
export function askAlways() {
  const rules = interactionPolicy.base();
  rules.get('login')?.checks.clear();
  rules
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check('who', 'Somebody has to say who they are', (ctx) =>
        ctx.oidc.result?.login
          ? interactionPolicy.Check.NO_NEED_TO_PROMPT
          : interactionPolicy.Check.REQUEST_PROMPT,
      ),
    );
  return rules;
}

/** A real OpenID provider: authorization code flow with PKCE, discovery, signed ID tokens. */
export function createProvider(issuer: string): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { pathname } = new URL(issuer);
  const provider = new Provider(issuer, {
    adapter: Memory,
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
    jwks: {
      keys: [
        { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' } as never,
      ],
    },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      long: { path: pathname },
      short: { path: pathname },
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: {
      policy: askAlways(),
      url: (_ctx, interaction) => `${pathname}/entrar/${interaction.uid}`,
    },
    ttl: {
      AuthorizationCode: 60,
      AccessToken: 600,
      IdToken: 600,
      Interaction: 3600,
      Session: 3600,
      Grant: 3600,
    },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, email: `${sub}@social.test`, email_verified: true, name: sub }),
    }),
    // Who signed in agreed; a second page would only cost time.
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? CLIENT_ID,
        accountId: ctx.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError: (ctx, out) => {
      ctx.type = 'text/plain; charset=utf-8';
      ctx.body = `${out.error}: ${out.error_description ?? ''}`;
    },
  });
  provider.Client.prototype.redirectUriAllowed = (uri: string) => RETURN.test(uri);
  return provider;
}
