import * as openid from 'openid-client';
import { type Config, clientSecret, type SocialClient } from '../../platform/config.ts';
import { isOpenIdRefusal } from '../../platform/openid-errors.ts';
import {
  type Authorization,
  type AuthorizationCode,
  ProviderUnavailable,
  SocialRefused,
  type SocialSubject,
} from '../../platform/ports.ts';
import { type OpenIdProvider, QUIRKS } from './quirks.ts';

const TIMEOUT_SECONDS = 5;
/** Providers rarely change their addresses and keys; a node reads them again after an hour. */
const FRESH_MS = 3600_000;
const SCOPE = 'openid';

const keyOf = (provider: OpenIdProvider, { tenant, clientId }: SocialClient) =>
  `${provider} ${tenant} ${clientId}`;

type Known = { configuration: Promise<openid.Configuration>; until: number };

const failureOf = (error: unknown): Error => {
  if (error instanceof SocialRefused) return error;
  const Failure = isOpenIdRefusal(error) ? SocialRefused : ProviderUnavailable;
  return new Failure((error as Error).message, { cause: error });
};

/** Treats a token response without `token_type` as a bearer token. */
const typed: openid.CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit);
  const type = response.headers.get('content-type') ?? '';
  if (options.method !== 'POST' || !response.ok || !type.includes('json')) return response;
  const text = await response.text();
  const said = jsonOf(text);
  const body =
    said && 'access_token' in said && !('token_type' in said)
      ? JSON.stringify({ ...said, token_type: 'Bearer' })
      : text;
  return new Response(body, { status: response.status, headers: { 'content-type': type } });
};
const jsonOf = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

/**
 * OpenID Connect, authorization code flow (S5), with PKCE and nonce if the provider supports them; addresses come from the
 * issuer's discovery document.
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
        ...(QUIRKS[provider].untypedToken ? { [openid.customFetch]: typed } : {}),
        execute: [
          openid.enableNonRepudiationChecks,
          // The sandbox on a development machine uses plain http.
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
  /** Reads the provider's configuration afresh, so that people are sent there only if it is answering right now. */
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
        const nonce = QUIRKS[provider].nonce ? openid.randomNonce() : null;
        const codeVerifier = QUIRKS[provider].pkce ? openid.randomPKCECodeVerifier() : null;
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
        // Nothing has been submitted to the provider yet, so this can't be a refusal.
        throw new ProviderUnavailable((error as Error).message, { cause: error });
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
        throw failureOf(error);
      }
    },
  };
}
