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

/**
 * Texts of failures by which the recipient's side did not accept a message. Not among them: our account with the provider (SMTP 53x, HTTP
 * 401 and 403) and a provider that is down or asks for patience (HTTP 408, 429, 5xx), where no other contact would help.
 */
const NOT_ACCEPTED = {
  mail: /\b5[05]\d\b/,
  phone: /\banswered (?:2\d\d, code \d|4(?!0[138]|29)\d\d\b)|^not delivered\b/,
} as const;

/** Whether the recipient's side refused a message that failed with this text (`failureText`), or nobody was reached. */
export const whyUndelivered = (channel: string, text: string | null): 'refused' | 'unreachable' =>
  NOT_ACCEPTED[channel === 'email' ? 'mail' : 'phone'].test(text ?? '') ? 'refused' : 'unreachable';
