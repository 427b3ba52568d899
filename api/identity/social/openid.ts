import * as openid from 'openid-client';
import { type Config, clientSecret, type SocialClient } from '../../platform/config.ts';
import {
  type Authorization,
  type AuthorizationCode,
  ProviderUnavailable,
  SocialRefused,
  type SocialSubject,
} from '../../platform/ports.ts';

export type OpenIdProvider = 'google' | 'linkedin';

const TIMEOUT_SECONDS = 5;
/** Providers change their addresses and keys rarely; a node reads them again after an hour. */
const FRESH_MS = 3600_000;
const SCOPE = 'openid';
/** LinkedIn puts no nonce into its ID token, and its token endpoint refuses a verifier. */
const TAKES: Readonly<Record<OpenIdProvider, boolean>> = { google: true, linkedin: false };

const keyOf = (provider: OpenIdProvider, { tenant, clientId }: SocialClient) =>
  `${provider} ${tenant} ${clientId}`;

type Known = { configuration: Promise<openid.Configuration>; until: number };

/**
 * Errors by which the provider refused, or its ID token is invalid; all others mean that it could not be
 * reached.
 */
const REFUSALS = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_RESPONSE_BODY_ERROR',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_MISSING_SERVER_METADATA',
]);
const failureOf = (error: unknown): Error => {
  const { code, message, status } = error as Error & { code?: string; status?: number };
  if (code === 'OAUTH_RESPONSE_BODY_ERROR' && (status ?? 400) >= 500)
    return new ProviderUnavailable(message, { cause: error });
  return REFUSALS.has(code ?? '')
    ? new SocialRefused(message, { cause: error })
    : new ProviderUnavailable(message, { cause: error });
};

/**
 * OpenID Connect, authorization code flow (S5), with PKCE and nonce where a provider takes them; the addresses come from
 * the issuer's discovery document.
 */
export function createOpenId(config: Pick<Config, 'social' | 'development'>, wall: () => number) {
  const known = new Map<string, Known>();

  const discover = (provider: OpenIdProvider, client: SocialClient): Promise<openid.Configuration> => {
    const { issuer, secrets } = config.social[provider];
    return openid.discovery(
      new URL(issuer),
      client.clientId,
      undefined,
      openid.ClientSecretPost(clientSecret(secrets, client)),
      {
        timeout: TIMEOUT_SECONDS,
        execute: [
          openid.enableNonRepudiationChecks,
          // The sandbox of a development machine uses plain http.
          ...(config.development ? [openid.allowInsecureRequests] : []),
        ],
      },
    );
  };
  const configurationOf = (provider: OpenIdProvider, client: SocialClient): Promise<openid.Configuration> => {
    const key = keyOf(provider, client);
    const found = known.get(key);
    if (found && found.until > wall()) return found.configuration;
    const configuration = discover(provider, client);
    known.set(key, { configuration, until: wall() + FRESH_MS });
    configuration.catch(() => known.delete(key));
    return configuration;
  };
  /**
   * Reads the provider's configuration anew, so that people are sent there only if it answers at this moment.
   */
  const freshly = async (provider: OpenIdProvider, client: SocialClient): Promise<openid.Configuration> => {
    known.delete(keyOf(provider, client));
    return configurationOf(provider, client);
  };

  return {
    async authorize(
      provider: OpenIdProvider,
      client: SocialClient,
      redirectUri: string,
    ): Promise<Authorization> {
      try {
        const configuration = await freshly(provider, client);
        const state = openid.randomState();
        const [nonce, codeVerifier] = TAKES[provider]
          ? [openid.randomNonce(), openid.randomPKCECodeVerifier()]
          : [null, null];
        const address = openid.buildAuthorizationUrl(configuration, {
          response_type: 'code',
          scope: SCOPE,
          redirect_uri: redirectUri,
          state,
          ...(nonce === null ? {} : { nonce }),
          ...(codeVerifier === null
            ? {}
            : {
                code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
                code_challenge_method: 'S256',
              }),
        });
        return { authorizationUrl: address.href, flow: { redirectUri, state, nonce, codeVerifier } };
      } catch (error) {
        throw failureOf(error);
      }
    },
    async exchange(
      provider: OpenIdProvider,
      client: SocialClient,
      { code, redirectUri, state, codeVerifier, nonce }: AuthorizationCode,
    ): Promise<SocialSubject> {
      try {
        const configuration = await configurationOf(provider, client);
        const back = new URL(redirectUri);
        back.search = String(new URLSearchParams({ code, state }));
        const { iss } = configuration.serverMetadata().authorization_response_iss_parameter_supported
          ? { iss: configuration.serverMetadata().issuer }
          : { iss: undefined };
        if (iss) back.searchParams.set('iss', iss);
        const tokens = await openid.authorizationCodeGrant(configuration, back, {
          expectedState: state,
          idTokenExpected: true,
          ...(codeVerifier === null ? {} : { pkceCodeVerifier: codeVerifier }),
          ...(nonce === null ? {} : { expectedNonce: nonce }),
        });
        const subject = tokens.claims()?.sub;
        if (!subject) throw new SocialRefused('The ID token names nobody');
        return { subject };
      } catch (error) {
        throw error instanceof SocialRefused ? error : failureOf(error);
      }
    },
  };
}
