import type { Body, CallKey, ParamsInput, QueryInput } from '@orbita/protocol';
import { NetworkError } from './errors.ts';
import { setServerTime } from './server-clock.ts';

/** What every call of the protocol takes, typed by its key; each app adds its own options. */
export type RequestOptions<K extends CallKey> = (keyof ParamsInput<K> extends never
  ? { params?: never }
  : { params: ParamsInput<K> }) &
  (Body<K> extends undefined ? { body?: never } : { body: Body<K> }) & {
    query?: QueryInput<K>;
    /** A retry must send the same key: the server then repeats the first answer instead of doing the work twice. */
    idempotencyKey?: string;
    signal?: AbortSignal | undefined;
    /** The caller handles the end of the session itself: no sign-in prompt is shown. */
    quiet?: boolean;
  };

/** The same options for any call, untyped. */
export type AnyRequest = {
  params?: Record<string, unknown>;
  body?: unknown;
  query?: Record<string, unknown>;
  idempotencyKey?: string;
  signal?: AbortSignal;
  quiet?: boolean;
};

const TIMEOUT_MS = 20_000;

/** Address of a call with its parameters filled in; empty query values are left out. */
export const addressOf = (
  path: string,
  { params, query }: Pick<AnyRequest, 'params' | 'query'> = {},
): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') asked.set(name, String(value));
  }
  const text = asked.toString();
  return `/orbita/api${filled}${text && `?${text}`}`;
};

/** A response with the time it arrived, by `performance.now()`. */
export type Early = Promise<{ response: Response; at: number }>;

type Sent = {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  /** Aborts the request early; without one it times out after `timeoutMs` (default 20 s). */
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** Messages shown when no answer arrives. */
  words: ConstructorParameters<typeof NetworkError>[0];
  /** The same request, if it is already under way. */
  early?: Early | undefined;
};

/**
 * Sends a request and returns its response, whatever its status. A form is sent unchanged, any other body as JSON. Throws
 * `NetworkError` when no answer arrived, and the abort reason when the caller's own `signal` ended it.
 */
export async function request(address: string, sent: Sent): Promise<Response> {
  const { method, headers, body, words } = sent;
  const signal = sent.signal ?? AbortSignal.timeout?.(sent.timeoutMs ?? TIMEOUT_MS);
  // For a form, the browser itself sets the content type with the boundary.
  const json = body !== undefined && !(body instanceof FormData);
  try {
    const early = await sent.early;
    if (early) {
      setServerTime(early.response, early.at);
      return early.response;
    }
    const response = await fetch(address, {
      method,
      headers: { ...headers, ...(json ? { 'content-type': 'application/json' } : {}) },
      ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : body }),
      ...(signal ? { signal } : {}),
      credentials: 'same-origin',
    });
    setServerTime(response);
    return response;
  } catch (error) {
    if (sent.signal?.aborted) throw error;
    throw new NetworkError(words);
  }
}

/** The body of a response; `undefined` if there is none (204). */
export const contentOf = async <T>(response: Response): Promise<T> =>
  (response.status === 204 ? undefined : await response.json()) as T;
