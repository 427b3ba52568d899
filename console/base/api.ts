import type { Body, CallKey, ParamsInput, QueryInput, StaffAnswer } from '@orbita/protocol';
import { apiTexts } from '../texts/api.ts';
import { setServerTime } from './clock.ts';

/** An error answer: its code, its pt-BR text, the fields of a form and whatever the code adds. */
export class ApiError extends Error {
  // Declared alone: what would define them first, in browsers of the floor, is part of the first screen.
  declare readonly status: number;
  declare readonly code: string;
  declare readonly fields: { field: string; message: string }[];
  declare readonly traceId: string;
  declare readonly more: Record<string, unknown>;

  constructor(status: number, envelope: Record<string, unknown>) {
    super(typeof envelope.message === 'string' ? envelope.message : apiTexts.unavailable);
    this.status = status;
    this.code = typeof envelope.code === 'string' ? envelope.code : 'UNAVAILABLE';
    this.fields = Array.isArray(envelope.errors) ? (envelope.errors as ApiError['fields']) : [];
    this.traceId = typeof envelope.traceId === 'string' ? envelope.traceId : '';
    this.more = envelope;
  }
}

/** No answer came, so the request may or may not have taken effect. */
export class NetworkError extends Error {
  constructor() {
    super(navigator.onLine === false ? apiTexts.offline : apiTexts.silent);
  }
}

/** Calls below `/operations/`: the console makes no others (spec 25.1.1). */
export type OperationsCall = Extract<CallKey, `${string} /operations/${string}`>;

export type CallOptions<K extends OperationsCall> = (keyof ParamsInput<K> extends never
  ? { params?: never }
  : { params: ParamsInput<K> }) &
  (Body<K> extends undefined ? { body?: never } : { body: Body<K> }) & {
    query?: QueryInput<K>;
    /** Key of a write; without it the call gets one. Give it to repeat by hand what may have taken effect. */
    idempotencyKey?: string;
    /** Nobody asked for this call: it does not count as input (spec 25.2.3). */
    background?: boolean;
    signal?: AbortSignal | undefined;
    /** The caller answers an ended session itself; no dialog opens. */
    quiet?: boolean;
  };

type Loose = {
  params?: Record<string, unknown>;
  body?: unknown;
  query?: Record<string, unknown>;
  idempotencyKey?: string;
  background?: boolean;
  signal?: AbortSignal;
  quiet?: boolean;
};

const TIMEOUT_MS = 20_000;

/** Asks the person what an error demands. True: the call may be made once more. */
export type Keeper = (error: ApiError) => Promise<boolean>;
let keeper: Keeper | undefined;

/** Names who answers ended sessions and wanted confirmations; the page has one (`session-keeper.ts`). */
export const keepSession = (given: Keeper): void => {
  keeper = given;
};

let askedAt = performance.now();

/** When the server last had a call of the person herself; calls in the background are none (spec 25.2.3). */
export const lastAskedAt = (): number => askedAt;

/**
 * A random id: an idempotency key, or anything else that needs one. Browsers have `randomUUID` for https and localhost alone,
 * and outside production a console also stands on plain http.
 */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Address of a call with its parameters. */
export const addressOf = (path: string, { params, query }: Pick<Loose, 'params' | 'query'> = {}): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') asked.set(name, String(value));
  }
  return `/orbita/api${filled}${asked.size > 0 ? `?${asked}` : ''}`;
};

const headersOf = (method: string, { idempotencyKey, background, body }: Loose): Record<string, string> => ({
  'x-orbita-equipe': '1',
  ...(method !== 'GET' && idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  ...(background ? { 'x-background': '1' } : {}),
  // Of a form the browser itself says where its parts end.
  ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
});

const bodyOf = (body: unknown): BodyInit | undefined => {
  if (body === undefined) return undefined;
  return body instanceof FormData ? body : JSON.stringify(body);
};

async function attempt(method: string, path: string, options: Loose): Promise<Response> {
  const body = bodyOf(options.body);
  try {
    const response = await fetch(addressOf(path, options), {
      method,
      headers: headersOf(method, options),
      ...(body === undefined ? {} : { body }),
      signal: options.signal ?? AbortSignal.timeout(TIMEOUT_MS),
      credentials: 'same-origin',
    });
    setServerTime(response);
    if (!options.background) askedAt = performance.now();
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new NetworkError();
  }
}

const refusalOf = async (response: Response): Promise<ApiError> =>
  new ApiError(response.status, (await response.json().catch(() => ({}))) as Record<string, unknown>);

/**
 * Makes a call and returns its answer, whatever its form. When the session is over, or the server wants a confirmation, the
 * person is asked, and the call is made once more with the same key.
 */
async function answerTo(key: string, given: Loose): Promise<Response> {
  const [method, path] = key.split(' ') as [string, string];
  const options = { ...given, idempotencyKey: given.idempotencyKey ?? randomId() };
  let response = await attempt(method, path, options);
  const asked = new Set<string>();
  while (!response.ok) {
    const error = await refusalOf(response);
    if (options.quiet || asked.has(error.code) || !(await keeper?.(error))) throw error;
    asked.add(error.code);
    response = await attempt(method, path, options);
  }
  return response;
}

/**
 * Calls the operations API by the key of the protocol, typed by it; nothing of the protocol is loaded at run time.
 * Throws `ApiError` on an error answer and `NetworkError` when no answer came.
 */
export async function call<K extends OperationsCall>(
  key: K,
  ...[given]: Record<never, never> extends CallOptions<K> ? [CallOptions<K>?] : [CallOptions<K>]
): Promise<StaffAnswer<K>> {
  const response = await answerTo(key, (given ?? {}) as Loose);
  if (response.status === 204) return undefined as StaffAnswer<K>;
  return (await response.json()) as StaffAnswer<K>;
}

/** Longest that a file may take to arrive over a poor line. */
const UPLOAD_TIMEOUT_MS = 600_000;

/** The same for a call that takes a form with a file. */
export async function sendForm<K extends OperationsCall>(
  key: K,
  { params, form }: { params: ParamsInput<K>; form: FormData },
): Promise<StaffAnswer<K>> {
  const signal = AbortSignal.timeout(UPLOAD_TIMEOUT_MS);
  const response = await answerTo(key, { params: params as Record<string, unknown>, body: form, signal });
  return (await response.json()) as StaffAnswer<K>;
}

/** The same for a call that answers with a file. */
export async function fileOf<K extends OperationsCall>(
  key: K,
  ...[given]: Record<never, never> extends CallOptions<K> ? [CallOptions<K>?] : [CallOptions<K>]
): Promise<Blob> {
  return (await answerTo(key, (given ?? {}) as Loose)).blob();
}

/** Text a person can be shown for any failure. */
export const textOf = (error: unknown): string => {
  if (error instanceof ApiError)
    return error.status >= 500 && error.status !== 503 ? apiTexts.unavailable : error.message;
  return error instanceof NetworkError ? error.message : apiTexts.unavailable;
};

/** The number under which the failure is found in the server's log; empty when there is none. */
export const traceOf = (error: unknown): string => (error instanceof ApiError ? error.traceId : '');
