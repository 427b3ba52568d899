import type { Answer, Body, CallKey, ParamsInput, QueryInput } from '@orbita/protocol';
import { clearSession, session } from './session.ts';
import { settings } from './settings.ts';

/** A refusal of the API: its code, its pt-BR text and, for forms, the fields. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: { field: string; message: string }[];
  readonly traceId: string;
  /** Everything else the envelope carries (ids, options, missing parts). */
  readonly more: Record<string, unknown>;

  constructor(status: number, envelope: Record<string, unknown>) {
    super(
      typeof envelope.message === 'string'
        ? envelope.message
        : 'Sistema indisponível. Tente novamente mais tarde.',
    );
    this.status = status;
    this.code = typeof envelope.code === 'string' ? envelope.code : 'UNAVAILABLE';
    this.fields = Array.isArray(envelope.errors) ? (envelope.errors as ApiError['fields']) : [];
    this.traceId = typeof envelope.traceId === 'string' ? envelope.traceId : '';
    this.more = envelope;
  }
}

/** No answer came: offline, cut or too slow. What was asked may or may not have happened. */
export class NetworkError extends Error {
  constructor() {
    super('Você está sem conexão. Verifique sua internet.');
  }
}

export type CallOptions<K extends CallKey> = (keyof ParamsInput<K> extends never
  ? { params?: never }
  : { params: ParamsInput<K> }) &
  (Body<K> extends undefined ? { body?: never } : { body: Body<K> }) & {
    query?: QueryInput<K>;
    /** The same act always sends the same key: a repeat answers what the first did. */
    idempotencyKey?: string;
    /** Code of the institution a course or application belongs to. */
    institutionCode?: string | undefined;
    /** Asks for all institutions; heeded for those whose account lifts the filter of a brand host (spec 2.2). */
    allInstitutions?: true;
    signal?: AbortSignal | undefined;
    timeoutMs?: number;
    /** A session that is over is no news to this call: nobody is asked to sign in again. */
    quiet?: boolean;
  };

type Loose = {
  params?: Record<string, unknown>;
  body?: unknown;
  query?: Record<string, unknown>;
  idempotencyKey?: string;
  institutionCode?: string;
  allInstitutions?: true;
  signal?: AbortSignal;
  timeoutMs?: number;
  quiet?: boolean;
};

const TIMEOUT_MS = 20_000;

/** Whoever watches over the session of this tab. */
export type SessionKeeper = {
  /** Before a call; a promise that never ends keeps it from being made. */
  before: () => Promise<never> | undefined;
  /** The server no longer knows the token that was `sent`. True = somebody signed in again: the call is made anew. */
  lost: (sent: string | undefined, error: ApiError) => Promise<boolean>;
};
let keeper: SessionKeeper | undefined;
export const keepSession = (given: SessionKeeper): void => {
  keeper = given;
};

/**
 * After a refusal: true when the session was mended and the call should be made once more. A token that another
 * college gave is as good as one that is over (spec 2.2): it is forgotten before the page goes anywhere (D11).
 */
export async function mended(error: ApiError, sent: string | undefined): Promise<boolean> {
  const foreign = error.code === 'TENANT_MISMATCH' && sent !== undefined;
  if (!foreign && error.code !== 'UNAUTHENTICATED') return false;
  if (keeper) return keeper.lost(sent, error);
  // Nobody is signed in at the sign-in page: without the token it goes on where it is.
  if (foreign) clearSession();
  return foreign;
}

/** Address of a call with its parameters. */
export const addressOf = (path: string, options: Pick<Loose, 'params' | 'query'>): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(options.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const asked = query.toString();
  return `/orbita/api${filled}${asked && `?${asked}`}`;
};

export const headers = (
  options: Pick<Loose, 'idempotencyKey' | 'institutionCode' | 'allInstitutions'> = {},
): Record<string, string> => {
  const token = session.token();
  return {
    'x-tenant-alias': settings.tenant.alias,
    'x-tenant-id': settings.tenant.id,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(options.institutionCode ? { 'x-institution-code': options.institutionCode } : {}),
    ...(options.allInstitutions ? { 'institution-global-filter': 'false' } : {}),
    ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
  };
};

/** Turns a refusal into an `ApiError`. */
export async function refusalOf(response: Response): Promise<ApiError> {
  const envelope = response.headers.get('content-type')?.includes('text/html')
    ? { code: 'HTML', html: await response.text().catch(() => '') }
    : ((await response.json().catch(() => ({}))) as Record<string, unknown>);
  return new ApiError(response.status, envelope);
}

/** One try of a call. */
async function attempt(method: string, path: string, options: Loose): Promise<Response> {
  await keeper?.before();
  const limit = AbortSignal.timeout?.(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ?? limit;
  try {
    return await fetch(addressOf(path, options), {
      method,
      headers: {
        ...headers(options),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(signal ? { signal } : {}),
      credentials: 'same-origin',
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new NetworkError();
  }
}

/**
 * Calls the API by the key of the protocol, typed by it; nothing of the protocol is loaded at run time.
 * Throws `ApiError` on a refusal and `NetworkError` when no answer came.
 */
export async function call<K extends CallKey>(
  key: K,
  ...[given]: Record<never, never> extends CallOptions<K> ? [CallOptions<K>?] : [CallOptions<K>]
): Promise<Answer<K>> {
  const options = (given ?? {}) as Loose;
  const [method, path] = key.split(' ') as [string, string];
  const sent = session.token();
  let response = await attempt(method, path, options);
  if ((response.status === 401 || response.status === 403) && !options.quiet) {
    const error = await refusalOf(response);
    if (!(await mended(error, sent))) throw error;
    response = await attempt(method, path, options);
  }
  if (!response.ok) throw await refusalOf(response);
  if (response.status === 204) return undefined as Answer<K>;
  return (await response.json()) as Answer<K>;
}

/** Text a person can be shown for any failure. */
export const textOf = (
  error: unknown,
  otherwise = 'Sistema indisponível. Tente novamente mais tarde.',
): string =>
  error instanceof ApiError
    ? error.status >= 500
      ? otherwise
      : error.message
    : error instanceof NetworkError
      ? error.message
      : otherwise;

/** A new key for one act of a person. */
export const newKey = (): string =>
  crypto.randomUUID?.() ??
  [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');
