/** Texts for operators, by the system's error code for a failed connection. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/\bECONNREFUSED\b/, 'connection refused'],
  [/\b(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET)\b/, 'connection closed'],
  [/\b(ENOTFOUND|EAI_AGAIN|EDNS)\b/, 'host not found'],
  [/\b(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)\b/, 'host not reached'],
  [/\b(ETIMEDOUT|ECONNECTIONTIMEOUT|TimeoutError|AbortError)\b/, 'no answer in time'],
  [/\b(CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|ERR_TLS_\w+)\b/, 'certificate not trusted'],
];
const MOST_LENGTH = 200;

/**
 * Why a delivery failed, as a text for operators of at most 200 characters. Omits internal addresses, which the system's own
 * message contains.
 */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, MOST_LENGTH);
  const { code } = error as NodeJS.ErrnoException;
  // A mail client uses its own code and keeps the system's in the message.
  const marks = `${error.name} ${code ?? ''} ${error.message}`.slice(0, 1_000);
  const known = REASONS.find(([pattern]) => pattern.test(marks));
  return known ? known[1] : error.message.slice(0, MOST_LENGTH);
}
