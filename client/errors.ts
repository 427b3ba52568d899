/** What people read when a server fails without words of its own. */
const UNAVAILABLE = 'Sistema indisponível. Tente mais tarde.';

/** An error answer of the API: its code, its pt-BR text and, for forms, the fields. */
export class ApiError extends Error {
  // Declared alone: what would define them first, in browsers of the floor, is sent before sign-in.
  declare readonly status: number;
  declare readonly code: string;
  declare readonly fields: { field: string; message: string }[];
  declare readonly traceId: string;
  /** The whole error body; some codes add fields of their own (ids, options, missing parts). */
  declare readonly more: Record<string, unknown>;
  /** Seconds after which it may be tried again; 0 where the server did not say. */
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

/** No answer came (offline, connection lost or timed out), so the request may or may not have taken effect. */
export class NetworkError extends Error {
  constructor(words: { offline: string; silent: string }) {
    // A server that is away is not the person's network: what the browser knows of it decides.
    super(navigator.onLine === false ? words.offline : words.silent);
  }
}

/** The error that an answer other than 2xx says; a page in place of JSON has the code `HTML`. */
export async function refusalOf(response: Response): Promise<ApiError> {
  const envelope = response.headers.get('content-type')?.includes('text/html')
    ? { code: 'HTML', html: await response.text().catch(() => '') }
    : ((await response.json().catch(() => ({}))) as Record<string, unknown>);
  return new ApiError(response.status, envelope, Number(response.headers.get('retry-after')) || 0);
}

/** True for a refusal with words for people; those of a broken server are not, only those of one with too many visitors. */
export const isForPeople = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status < 500 || error.code === 'BUSY');

/** Text a person can be shown for any failure. */
export const textOf = (error: unknown, otherwise: string = UNAVAILABLE): string =>
  error instanceof NetworkError || isForPeople(error) ? error.message : otherwise;
