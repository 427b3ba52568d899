import { groupsOfClaims } from '@orbita/domain/staff';
import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import type { Config } from '../../platform/config.ts';
import { CLOCK_SECONDS, isOpenIdRefusal } from '../../platform/openid-errors.ts';
import {
  ProviderUnavailable,
  type StaffClaims,
  type StaffFlow,
  type StaffProvider,
  type StaffProviderPort,
  StaffRefused,
} from '../../platform/ports.ts';
import { guardedFetch } from './guarded-fetch.ts';

/** Providers rarely change their addresses and keys; a node reads them again after this time. */
const FRESH_MS = 10 * 60_000;
/** A logout token must be recent (Back-Channel Logout 1.0, 2.6). */
const LOGOUT_SECONDS = 300;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Signatures that only the provider can create; never a shared secret, never none. */
const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** The tenant has no such secret, or not for that address; logged with this code. */
class SecretElsewhere extends ProviderUnavailable {
  readonly code = 'SECRET_NOT_FOR_HOST';
}

type Sent = { headers?: HeadersInit; body?: unknown };
type Tokens = openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers;
type Discovered = { configuration: openid.Configuration; keys: ReturnType<typeof createRemoteJWKSet> };
type Known = { made: Promise<Discovered>; until: number };

/** Errors of the keys endpoint, which say nothing about a token. */
const KEYS_AWAY = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'];

const failureOf = (error: unknown): Error => {
  if (error instanceof StaffRefused || error instanceof ProviderUnavailable) return error;
  const { code, message } = error as Error & { code?: string };
  return isOpenIdRefusal(error)
    ? new StaffRefused(`${code} ${message}`, { cause: error })
    : new ProviderUnavailable(message, { cause: error });
};

const asked = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw failureOf(error);
  }
};

/** Whether a request contains our secret, in the library's format. */
const carriesSecret = ({ headers, body }: Sent): boolean =>
  /^basic /i.test(new Headers(headers ?? {}).get('authorization') ?? '') ||
  (body instanceof URLSearchParams && body.has('client_secret'));

/** A text that the database can hold. One with a NUL isn't cleaned, because what is left of a `sub` may be somebody else's. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !value.includes('\0');

/**
 * Sends the secret in the form if the provider's metadata allows it there, and in a header otherwise. Metadata may list both
 * although the client accepts only one, so the catalogue's setting takes precedence.
 */
const withSecret =
  (secret: string, by: StaffProvider['clientAuthentication']): openid.ClientAuth =>
  (server, ...rest) =>
    ((by ? by === 'post' : server.token_endpoint_auth_methods_supported?.includes('client_secret_post'))
      ? openid.ClientSecretPost(secret)
      : openid.ClientSecretBasic(secret))(server, ...rest);

/**
 * The institution's own sign-in over OpenID Connect (spec 25.2.2): code flow, with PKCE if supported, and every token checked
 * for issuer, audience, nonce and signature.
 */
export function createStaffProvider(
  config: Pick<Config, 'development' | 'namedSecrets' | 'staffProviders'>,
  wall: () => number,
): StaffProviderPort {
  const known = new Map<string, Known>();
  const fetchGuarded = guardedFetch(config);

  /** The tenant's secret, if it may be sent to this address. @throws SecretElsewhere otherwise. */
  const secretFor = ({ secretRef, tenant }: StaffProvider, url: string | URL): string => {
    const secret = config.namedSecrets.of(secretRef, tenant, url);
    if (secret) return secret;
    throw new SecretElsewhere(`No secret ${secretRef} of ${tenant} goes to ${new URL(url).host}`);
  };
  /** The provider's metadata doesn't get to decide where the secret goes: each request is checked. */
  const fetchFor =
    (at: StaffProvider): typeof fetchGuarded =>
    async (url, init = {}) => {
      if (carriesSecret(init)) secretFor(at, url);
      return fetchGuarded(url, init);
    };

  const discover = async (at: StaffProvider): Promise<Discovered> => {
    const issuer = new URL(config.staffProviders[at.issuer] ?? at.issuer);
    const ask = fetchFor(at);
    const configuration = await openid.discovery(
      issuer,
      at.clientId,
      undefined,
      withSecret(secretFor(at, issuer), at.clientAuthentication),
      {
        [openid.customFetch]: ask,
        execute: [
          openid.enableNonRepudiationChecks,
          // The sandbox on a development machine uses plain http.
          ...(config.development ? [openid.allowInsecureRequests] : []),
        ],
      },
    );
    const { jwks_uri: address, token_endpoint: tokens = '' } = configuration.serverMetadata();
    if (!address) throw new ProviderUnavailable('The provider names no keys');
    // Reported before anyone is sent there, since they couldn't come back.
    if (!URL.canParse(tokens)) throw new ProviderUnavailable('The provider names no address for tokens');
    secretFor(at, tokens);
    return { configuration, keys: createRemoteJWKSet(new URL(address), { [joseFetch]: ask }) };
  };
  /** The provider's metadata and keys. Anything that goes wrong here is an outage, because nothing has been submitted yet. */
  const discovered = (at: StaffProvider, fresh = false): Promise<Discovered> => {
    // Includes the tenant: what one tenant opened with its secret must not serve another.
    const key = [at.tenant, at.issuer, at.clientId, at.secretRef, at.clientAuthentication].join(' ');
    const found = known.get(key);
    if (found && !fresh && found.until > wall()) return found.made;
    const made = discover(at).catch((error: Error) => {
      known.delete(key);
      throw new ProviderUnavailable(error.message, { cause: error });
    });
    known.set(key, { made, until: wall() + FRESH_MS });
    return made;
  };

  /** Claims of the ID token; if groups are missing there, also those of the userinfo endpoint. */
  const claimsOf = async (
    { configuration }: Discovered,
    at: StaffProvider,
    tokens: Tokens,
    before?: string,
  ): Promise<StaffClaims> => {
    const idToken = tokens.claims();
    const sub = idToken?.sub ?? before;
    if (!isText(sub)) throw new StaffRefused('The ID token names nobody');
    const claimed: Record<string, unknown> = { ...idToken };
    const says = '_claim_names' in claimed || groupsOfClaims(claimed, at.groupsClaim) !== 'missing';
    const more =
      !says && configuration.serverMetadata().userinfo_endpoint
        ? await openid.fetchUserInfo(configuration, tokens.access_token, sub)
        : {};
    return {
      claims: { ...claimed, ...more, sub },
      // Never taken from userinfo, which isn't a statement about this sign-in.
      proof: idToken && { acr: claimed.acr, amr: claimed.amr },
      sid: isText(claimed.sid) ? claimed.sid : undefined,
      authTime: typeof claimed.auth_time === 'number' ? claimed.auth_time : undefined,
      refreshToken: tokens.refresh_token,
    };
  };

  return {
    authorize: (at, redirectUri, again) =>
      asked(async () => {
        // Read afresh, so that people are sent there only if it is answering right now.
        const { configuration } = await discovered(at, true);
        const flow: StaffFlow = {
          state: openid.randomState(),
          nonce: openid.randomNonce(),
          codeVerifier: at.pkce ? openid.randomPKCECodeVerifier() : null,
          redirectUri,
        };
        const address = openid.buildAuthorizationUrl(configuration, {
          response_type: 'code',
          scope: at.scopes.join(' '),
          redirect_uri: redirectUri,
          state: flow.state,
          nonce: flow.nonce,
          ...(flow.codeVerifier === null
            ? {}
            : {
                code_challenge: await openid.calculatePKCECodeChallenge(flow.codeVerifier),
                code_challenge_method: 'S256',
              }),
          ...(at.strongAcr.length > 0 ? { acr_values: at.strongAcr.join(' ') } : {}),
          ...(again ? { prompt: 'login', max_age: '0' } : {}),
        });
        return { address: address.href, flow };
      }),
    exchange: (at, { state, nonce, codeVerifier, redirectUri }, query) =>
      asked(async () => {
        const found = await discovered(at);
        const back = new URL(redirectUri);
        back.search = query;
        const tokens = await openid.authorizationCodeGrant(found.configuration, back, {
          ...(codeVerifier === null ? {} : { pkceCodeVerifier: codeVerifier }),
          expectedNonce: nonce,
          expectedState: state,
          idTokenExpected: true,
        });
        return claimsOf(found, at, tokens);
      }),
    refresh: (at, refreshToken, sub) =>
      asked(async () => {
        const found = await discovered(at);
        const tokens = await openid.refreshTokenGrant(found.configuration, refreshToken);
        return claimsOf(found, at, tokens, sub);
      }),
    logout: (at, token) =>
      asked(async () => {
        const { configuration, keys } = await discovered(at);
        const { payload } = await jwtVerify(token, keys, {
          issuer: configuration.serverMetadata().issuer,
          audience: at.clientId,
          algorithms: SIGNATURES,
          maxTokenAge: LOGOUT_SECONDS,
          clockTolerance: CLOCK_SECONDS,
          requiredClaims: ['iat', 'jti', 'events'],
        }).catch((error: Error & { code?: string }) => {
          if (error.code?.startsWith('ERR_J') && !KEYS_AWAY.includes(error.code))
            throw new StaffRefused(error.message, { cause: error });
          throw error;
        });
        const { sub, sid, jti = '', events, nonce } = payload;
        const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events;
        if (!isLogout || nonce !== undefined || !(isText(sub) || isText(sid)))
          throw new StaffRefused('This is no logout token');
        return { jti, ...(isText(sub) ? { sub } : {}), ...(isText(sid) ? { sid } : {}) };
      }),
    async leave(at, refreshToken, backTo) {
      try {
        const { configuration } = await discovered(at);
        const { revocation_endpoint: gives, end_session_endpoint: ends } = configuration.serverMetadata();
        // Nobody waits for it: the member is already signed out here.
        if (refreshToken && gives)
          void openid.tokenRevocation(configuration, refreshToken).catch(() => undefined);
        // Sent without an ID token hint: in an address it would expose personal data.
        return ends
          ? openid.buildEndSessionUrl(configuration, { post_logout_redirect_uri: backTo }).href
          : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
