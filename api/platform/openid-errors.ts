/** Errors of `openid-client` that decide nothing: the provider did not answer, or its answer was not valid. */
const OUTAGES = [
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_TIMEOUT',
];

type OpenIdError = Error & { code?: string; status?: number };

/** True if the provider refused or its ID token is invalid; false if it could not be reached or understood. */
export function isOpenIdRefusal(error: unknown): boolean {
  const { code = '', status } = error as OpenIdError;
  return code.startsWith('OAUTH_') && !OUTAGES.includes(code) && !(status !== undefined && status >= 500);
}
