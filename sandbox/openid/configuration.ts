import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { type Configuration, interactionPolicy } from 'oidc-provider';
import { Memory } from './memory.ts';

/** Always asks for the name: one person at this browser plays many. */
function askAlways() {
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

type Played = { issuer: string; clientId: string; scope: string };

/**
 * Common configuration of the simulated OpenID providers: authorization code flow with PKCE, discovery, signed ID tokens, a
 * page `/entrar/{uid}` below the issuer that asks for the account, and no consent page.
 */
export function openIdConfiguration({ issuer, clientId, scope }: Played) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { pathname } = new URL(issuer);
  return {
    adapter: Memory,
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
    // Signing in counts as consent; a second page would only cost time.
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? clientId,
        accountId: ctx.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
    renderError: (ctx, out) => {
      ctx.type = 'text/plain; charset=utf-8';
      ctx.body = `${out.error}: ${out.error_description ?? ''}`;
    },
  } satisfies Configuration;
}
