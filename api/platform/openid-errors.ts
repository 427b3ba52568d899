/** Errors of `openid-client` by which nothing was decided: the provider did not answer, or answered something else. */
const OUTAGES = [
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_TIMEOUT',
];

type OpenIdError = Error & { code?: string; status?: number };

/** True where the provider refused, or its ID token is invalid; false where it could not be reached or understood. */
export function isOpenIdRefusal(error: unknown): boolean {
  const { code = '', status } = error as OpenIdError;
  return code.startsWith('OAUTH_') && !OUTAGES.includes(code) && !(status !== undefined && status >= 500);
}
