/** Errors of `openid-client` that decide nothing: the provider did not answer, or its answer was not valid. */
const OUTAGES = [
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_TIMEOUT',
];

type OpenIdError = Error & { code?: string; status?: number; cause?: { cause?: { body?: unknown } } };

/** Whether the answer was JSON but no object, as only something in front of the provider sends. */
const isForeign = ({ cause }: OpenIdError): boolean => {
  const body = cause?.cause?.body;
  return body === null || Array.isArray(body) || (body !== undefined && typeof body !== 'object');
};

/** True if the provider refused or its ID token is invalid; false if it could not be reached or understood. */
export function isOpenIdRefusal(error: unknown): boolean {
  const { code = '', status } = error as OpenIdError;
  if (OUTAGES.includes(code) || isForeign(error as OpenIdError)) return false;
  return code.startsWith('OAUTH_') && !(status !== undefined && status >= 500);
}

/** Seconds by which a provider's clock may differ from ours: what the library allows for ID tokens. */
export const CLOCK_SECONDS = 30;
