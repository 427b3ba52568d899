import type { SocialProvider } from '@orbita/domain/identity';

export type OpenIdProvider = Exclude<SocialProvider, 'facebook'>;

/** What a provider of OpenID Connect does apart from the standard. */
type Quirks = {
  /** Its ID token repeats our nonce. */
  nonce: boolean;
  /** Its address for tokens takes the verifier of PKCE. */
  pkce: boolean;
  /** Its answer may leave the kind of the token out, though RFC 6749 demands it. */
  untypedToken: boolean;
};

/**
 * Where a provider takes neither nonce nor PKCE, a sign-in is held together by what is left: the state, which only the browser
 * has that began (`flow.ts`), once and for one provider and host; a return address of the provider's own, so that a code of one
 * cannot come to another; our secret, without which nobody turns a code into a token; and an ID token that comes from the
 * provider's own address and names it and us.
 *
 * LinkedIn answers a verifier with 401 `invalid_client`, its ID tokens have no nonce, and some of its answers no `token_type`
 * (reports of libraries: `openid-client` 826, `hanko` 2405, `authlib` 763). Google does as it says.
 */
export const QUIRKS: Readonly<Record<OpenIdProvider, Quirks>> = {
  google: { nonce: true, pkce: true, untypedToken: false },
  linkedin: { nonce: false, pkce: false, untypedToken: true },
};

/**
 * Codes of Facebook's Graph API by which nothing was decided: unknown error, service away, and its limits of calls (application,
 * person, page, business). They come with 400 or 403, as a refusal does.
 */
export const GRAPH_OUTAGES: readonly number[] = [1, 2, 4, 17, 32, 341, 613];
