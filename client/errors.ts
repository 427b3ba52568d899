/** Shown when a server fails without a message of its own. */
const UNAVAILABLE = 'Sistema indisponível. Tente mais tarde.';

/** An error answer of the API: its code, its pt-BR text and, for forms, the fields. */
export class ApiError extends Error {
  // Only declared: field initialisers would be emitted as a helper for the oldest supported browsers, which is sent before
  // sign-in.
  declare readonly status: number;
  declare readonly code: string;
  declare readonly fields: { field: string; message: string }[];
  declare readonly traceId: string;
  /** The whole error body; some codes add fields of their own (ids, options, missing parts). */
  declare readonly more: Record<string, unknown>;
  /** Seconds after which the request may be retried; 0 if the server did not say. */
  declare readonly retryAfter: number;

  constructor(status: number, envelope: Record<string, unknown>, retryAfter = 0) {
    super(typeof envelope.message === 'string' ? envelope.message : UNAVAILABLE);
    this.status = status;
    this.code = typeof envelope.code === 'string' ? envelope.code : 'UNAVAILABLE';
    this.fields = Array.isArray(envelope.errors) ? (envelope.errors as ApiError['fields']) : [];
    this.traceId = typeof envelope.traceId === 'string' ? envelope.traceId : '';
    this.more = envelope;
    this.retryAfter = retryAfter;
  }
}

/** No answer arrived (offline, connection lost or timed out), so the request may or may not have taken effect. */
export class NetworkError extends Error {
  constructor(words: { offline: string; silent: string }) {
    // An unreachable server is not a fault of the person's network: the browser's own report decides which message is used.
    super(navigator.onLine === false ? words.offline : words.silent);
  }
}

/** Returns the error for a response other than 2xx; an HTML page instead of JSON gets the code `HTML`. */
export async function refusalOf(response: Response): Promise<ApiError> {
  const envelope = response.headers.get('content-type')?.includes('text/html')
    ? { code: 'HTML', html: await response.text().catch(() => '') }
    : ((await response.json().catch(() => ({}))) as Record<string, unknown>);
  return new ApiError(response.status, envelope, Number(response.headers.get('retry-after')) || 0);
}

/** True for a refusal whose message is meant for people. Server errors are not, except `BUSY` (too many visitors). */
export const isForPeople = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status < 500 || error.code === 'BUSY');

/** Text to show a person for any failure. */
export const textOf = (error: unknown, otherwise: string = UNAVAILABLE): string =>
  error instanceof NetworkError || isForPeople(error) ? error.message : otherwise;
