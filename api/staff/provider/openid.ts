import { groupsOfClaims } from '@orbita/domain/staff';
import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import type { Config } from '../../platform/config.ts';
import {
  ProviderUnavailable,
  type StaffClaims,
  type StaffFlow,
  type StaffProvider,
  type StaffProviderPort,
  StaffRefused,
} from '../../platform/ports.ts';
import { guardedFetch } from './guarded-fetch.ts';

/** Providers change their addresses and keys rarely; a node reads them again after this time. */
const FRESH_MS = 10 * 60_000;
/** A logout token is of this moment (Back-Channel Logout 1.0, 2.6). */
const LOGOUT_SECONDS = 300;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Signatures that only the provider can make; never a shared secret, never none. */
const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** The tenant has no such secret, or not for that address; the code says so in the log. */
class SecretElsewhere extends ProviderUnavailable {
  readonly code = 'SECRET_NOT_FOR_HOST';
}

type Sent = { headers?: HeadersInit; body?: unknown };
type Tokens = openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers;
type Discovered = { configuration: openid.Configuration; keys: ReturnType<typeof createRemoteJWKSet> };
type Known = { made: Promise<Discovered>; until: number };

/** Errors of the library by which nothing was decided: the provider did not answer, or answered something else. */
const OUTAGES = [
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_TIMEOUT',
];

/** Errors of the keys' address, which say nothing about a token. */
const KEYS_AWAY = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'];

const failureOf = (error: unknown): Error => {
  if (error instanceof StaffRefused || error instanceof ProviderUnavailable) return error;
  const { code = '', message, status } = error as Error & { code?: string; status?: number };
  const refused =
    code.startsWith('OAUTH_') && !OUTAGES.includes(code) && !(status !== undefined && status >= 500);
  return refused
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

/** A request in which our secret stands, as the library writes it. */
const carriesSecret = ({ headers, body }: Sent): boolean =>
  /^basic /i.test(new Headers(headers ?? {}).get('authorization') ?? '') ||
  (body instanceof URLSearchParams && body.has('client_secret'));

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The secret goes in the form where the provider takes it there, and in a header otherwise, as its document says. */
const withSecret =
  (secret: string): openid.ClientAuth =>
  (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
      ? openid.ClientSecretPost(secret)
      : openid.ClientSecretBasic(secret))(server, ...rest);

/**
 * The institution's own sign-in by OpenID Connect (spec 25.2.2): code flow with PKCE, everything it says
 * checked by issuer, audience, nonce and signature.
 */
export function createStaffProvider(
  config: Pick<Config, 'development' | 'namedSecrets' | 'staffProviders'>,
  wall: () => number,
): StaffProviderPort {
  const known = new Map<string, Known>();
  const fetchGuarded = guardedFetch(config);

  /** The secret of the tenant for an address to which it may go. @throws SecretElsewhere for any other. */
  const secretFor = ({ secretRef, tenant }: StaffProvider, url: string | URL): string => {
    const secret = config.namedSecrets.of(secretRef, tenant, url);
    if (secret) return secret;
    throw new SecretElsewhere(`No secret ${secretRef} of ${tenant} goes to ${new URL(url).host}`);
  };
  /** What the provider says of its own addresses does not decide where the secret goes: each request is looked at. */
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
      withSecret(secretFor(at, issuer)),
      {
        [openid.customFetch]: ask,
        execute: [
          openid.enableNonRepudiationChecks,
          // The sandbox of a development machine uses plain http.
          ...(config.development ? [openid.allowInsecureRequests] : []),
        ],
      },
    );
    const { jwks_uri: address, token_endpoint: tokens = '' } = configuration.serverMetadata();
    if (!address) throw new ProviderUnavailable('The provider names no keys');
    // Said before anybody is sent there, who could not come back.
    if (!URL.canParse(tokens)) throw new ProviderUnavailable('The provider names no address for tokens');
    secretFor(at, tokens);
    return { configuration, keys: createRemoteJWKSet(new URL(address), { [joseFetch]: ask }) };
  };
  /** What the provider says of itself; whatever goes wrong here is an outage, because nobody was asked anything yet. */
  const discovered = (at: StaffProvider, fresh = false): Promise<Discovered> => {
    // Of the tenant too: what one may have opened with its secret is not another's.
    const key = [at.tenant, at.issuer, at.clientId, at.secretRef].join(' ');
    const found = known.get(key);
    if (found && !fresh && found.until > wall()) return found.made;
    const made = discover(at).catch((error: Error) => {
      known.delete(key);
      throw new ProviderUnavailable(error.message, { cause: error });
    });
    known.set(key, { made, until: wall() + FRESH_MS });
    return made;
  };

  /** Claims of the ID token; where groups are missing there, what the provider answers about the person besides. */
  const claimsOf = async (
    { configuration }: Discovered,
    at: StaffProvider,
    tokens: Tokens,
    before?: string,
  ): Promise<StaffClaims> => {
    const idToken = tokens.claims();
    const sub = idToken?.sub ?? before;
    if (!sub) throw new StaffRefused('The ID token names nobody');
    const claimed: Record<string, unknown> = { ...idToken };
    const says = '_claim_names' in claimed || groupsOfClaims(claimed, at.groupsClaim) !== 'missing';
    const more =
      !says && configuration.serverMetadata().userinfo_endpoint
        ? await openid.fetchUserInfo(configuration, tokens.access_token, sub)
        : {};
    return {
      claims: { ...claimed, ...more, sub },
      // Never what the provider answers about the person besides, which is no statement about this sign-in.
      proof: idToken && { acr: claimed.acr, amr: claimed.amr },
      sid: isText(claimed.sid) ? claimed.sid : undefined,
      authTime: typeof claimed.auth_time === 'number' ? claimed.auth_time : undefined,
      refreshToken: tokens.refresh_token,
    };
  };

  return {
    authorize: (at, redirectUri, again) =>
      asked(async () => {
        // Read anew, so that people are sent there only if it answers at this moment.
        const { configuration } = await discovered(at, true);
        const flow: StaffFlow = {
          state: openid.randomState(),
          nonce: openid.randomNonce(),
          codeVerifier: openid.randomPKCECodeVerifier(),
          redirectUri,
        };
        const address = openid.buildAuthorizationUrl(configuration, {
          response_type: 'code',
          scope: at.scopes.join(' '),
          redirect_uri: redirectUri,
          state: flow.state,
          nonce: flow.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(flow.codeVerifier),
          code_challenge_method: 'S256',
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
          pkceCodeVerifier: codeVerifier,
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
        // Nobody waits for it: whoever signs out is out here already.
        if (refreshToken && gives)
          void openid.tokenRevocation(configuration, refreshToken).catch(() => undefined);
        // Without a hint of who it is: an ID token in an address would be personal data there.
        return ends
          ? openid.buildEndSessionUrl(configuration, { post_logout_redirect_uri: backTo }).href
          : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
