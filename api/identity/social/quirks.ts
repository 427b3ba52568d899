import type { SocialProvider } from '@orbita/domain/identity';

export type OpenIdProvider = Exclude<SocialProvider, 'facebook'>;

/** Where an OpenID Connect provider deviates from the standard. */
type Quirks = {
  /** Its ID token repeats our nonce. */
  nonce: boolean;
  /** Its token endpoint accepts the PKCE verifier. */
  pkce: boolean;
  /** Its response may omit the token type, though RFC 6749 requires it. */
  untypedToken: boolean;
};

/**
 * If a provider supports neither nonce nor PKCE, a sign-in is protected by what is left: the state, known only to the browser
 * that started (`flow.ts`) and valid once, for one provider and host; a redirect URL per provider, so that a code from one
 * can't be used with another; our secret, without which nobody can turn a code into a token; and an ID token that comes from
 * the provider's own address and names it and us.
 * LinkedIn answers a verifier with 401 `invalid_client`, its ID tokens contain no nonce, and some of its responses no
 * `token_type` (library issues: `openid-client` 826, `hanko` 2405, `authlib` 763). Google follows its documentation.
 */
export const QUIRKS: Readonly<Record<OpenIdProvider, Quirks>> = {
  google: { nonce: true, pkce: true, untypedToken: false },
  linkedin: { nonce: false, pkce: false, untypedToken: true },
};

/**
 * Facebook Graph API codes that decide nothing: unknown error, service unavailable, and its call limits (application, person,
 * page, business). They come with 400 or 403, like a refusal.
 */
export const GRAPH_OUTAGES: readonly number[] = [1, 2, 4, 17, 32, 341, 613];
