import type { Answer, Body, CallKey, ParamsInput, QueryInput } from '@orbita/protocol';
import { uiTexts } from '@orbita/ui/texts.ts';
import { takeEarly } from './early.ts';
import { institutionFor } from './institution-codes.ts';
import { setServerTime } from './server-clock.ts';
import { clearSession, session } from './session.ts';
import { settings } from './settings.ts';

/** An error answer of the API: its code, its pt-BR text and, for forms, the fields. */
export class ApiError extends Error {
  // Declared alone: what would define them first, in browsers of the floor, is sent before sign-in.
  declare readonly status: number;
  declare readonly code: string;
  declare readonly fields: { field: string; message: string }[];
  declare readonly traceId: string;
  /** The whole error body; some codes add fields of their own (ids, options, missing parts). */
  declare readonly more: Record<string, unknown>;

  constructor(status: number, envelope: Record<string, unknown>) {
    super(
      typeof envelope.message === 'string' ? envelope.message : 'Sistema indisponível. Tente mais tarde.',
    );
    this.status = status;
    this.code = typeof envelope.code === 'string' ? envelope.code : 'UNAVAILABLE';
    this.fields = Array.isArray(envelope.errors) ? (envelope.errors as ApiError['fields']) : [];
    this.traceId = typeof envelope.traceId === 'string' ? envelope.traceId : '';
    this.more = envelope;
  }
}

/** No answer came (offline, connection lost or timed out), so the request may or may not have taken effect. */
export class NetworkError extends Error {
  constructor() {
    // A server that is away is not the person's network: what the browser knows of it decides.
    super(navigator.onLine === false ? uiTexts.offline : uiTexts.silent);
  }
}

export type CallOptions<K extends CallKey> = (keyof ParamsInput<K> extends never
  ? { params?: never }
  : { params: ParamsInput<K> }) &
  (Body<K> extends undefined ? { body?: never } : { body: Body<K> }) & {
    query?: QueryInput<K>;
    /** A retry must send the same key: the server then repeats the first answer instead of doing the work twice. */
    idempotencyKey?: string;
    /** Code of the institution a course or application belongs to. */
    institutionCode?: string | undefined;
    /** Asks for all institutions; only accounts that may look beyond their brand host get them (spec 2.2). */
    allInstitutions?: true;
    signal?: AbortSignal | undefined;
    timeoutMs?: number;
    /** Key of a guardian's or payer's link, in place of the session's token: the call concerns no session (spec 12.9, 14.9). */
    bearer?: string;
    /** When the session has ended, this call fails instead of asking the person to sign in again. */
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
  bearer?: string;
  quiet?: boolean;
};

const TIMEOUT_MS = 20_000;

/** What `call` asks of the session handling (`session-keeper.ts`). */
export type SessionKeeper = {
  /** Runs before each call; a promise that never resolves keeps the call from being made. */
  before: () => Promise<never> | undefined;
  /** The server no longer accepts the token that was `sent`. True: there is a new one, so the call is retried. */
  lost: (sent: string | undefined, error: ApiError) => Promise<boolean>;
  /** A proof is asked for (spec 5.5). True: the person gave it, so the call is retried. */
  prove?: () => Promise<boolean>;
};
let keeper: SessionKeeper | undefined;
export const keepSession = (given: SessionKeeper): void => {
  keeper = given;
};

/**
 * After a 401 or 403: true when the session was renewed and the call should be retried. A token of another college
 * counts as an expired one (spec 2.2) and is removed before the page navigates (D11).
 */
export async function sessionRenewed(error: ApiError, sent: string | undefined): Promise<boolean> {
  const foreign = error.code === 'TENANT_MISMATCH' && sent !== undefined;
  if (!foreign && error.code !== 'UNAUTHENTICATED') return false;
  if (keeper) return keeper.lost(sent, error);
  // The sign-in page has no session to renew: it drops the token of the other college and retries without one.
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
  options: Pick<Loose, 'idempotencyKey' | 'institutionCode' | 'allInstitutions' | 'bearer'> = {},
): Record<string, string> => {
  const token = options.bearer ?? session.token();
  return {
    'x-tenant-alias': settings.tenant.alias,
    'x-tenant-id': settings.tenant.id,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(options.institutionCode ? { 'x-institution-code': options.institutionCode } : {}),
    ...(options.allInstitutions ? { 'institution-global-filter': 'false' } : {}),
    ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
  };
};

export async function refusalOf(response: Response): Promise<ApiError> {
  const envelope = response.headers.get('content-type')?.includes('text/html')
    ? { code: 'HTML', html: await response.text().catch(() => '') }
    : ((await response.json().catch(() => ({}))) as Record<string, unknown>);
  return new ApiError(response.status, envelope);
}

async function attempt(method: string, path: string, options: Loose): Promise<Response> {
  if (options.bearer === undefined) await keeper?.before();
  const limit = AbortSignal.timeout?.(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ?? limit;
  try {
    const address = addressOf(path, options);
    const sent = headers(options);
    const early = await takeEarly(method, address, sent);
    if (early) {
      setServerTime(early.response, early.at);
      return early.response;
    }
    const response = await fetch(address, {
      method,
      headers: {
        ...sent,
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(signal ? { signal } : {}),
      credentials: 'same-origin',
    });
    setServerTime(response);
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new NetworkError();
  }
}

/** The same call with the institution it concerns, unless the caller names it (spec 2.2). */
async function named(path: string, options: Loose): Promise<{ options: Loose; guessed: boolean }> {
  if (options.institutionCode) return { options, guessed: false };
  const institution = await institutionFor(path, options.params);
  if (!institution) return { options, guessed: false };
  return { options: { ...options, institutionCode: institution.code }, guessed: institution.guessed };
}

/**
 * Calls the API by the key of the protocol, typed by it; nothing of the protocol is loaded at run time.
 * Throws `ApiError` on an error answer and `NetworkError` when no answer came.
 */
export async function call<K extends CallKey>(
  key: K,
  ...[given]: Record<never, never> extends CallOptions<K> ? [CallOptions<K>?] : [CallOptions<K>]
): Promise<Answer<K>> {
  const [method, path] = key.split(' ') as [string, string];
  const { options, guessed } = await named(path, (given ?? {}) as Loose);
  const sent = session.token();
  let response = await attempt(method, path, options);
  if (response.status === 404 && guessed) {
    const { institutionCode: _, ...unnamed } = options;
    response = await attempt(method, path, unnamed);
  }
  const ofSession = !options.quiet && options.bearer === undefined;
  if ((response.status === 401 || response.status === 403) && ofSession) {
    const error = await refusalOf(response);
    const unproved = error.code === 'REAUTH_REQUIRED' && keeper?.prove !== undefined;
    if (!(await (unproved ? keeper?.prove?.() : sessionRenewed(error, sent)))) throw error;
    response = await attempt(method, path, options);
  }
  if (!response.ok) throw await refusalOf(response);
  if (response.status === 204) return undefined as Answer<K>;
  return (await response.json()) as Answer<K>;
}

/** Text a person can be shown for any failure. */
export const textOf = (error: unknown, otherwise = 'Sistema indisponível. Tente mais tarde.'): string =>
  error instanceof ApiError
    ? error.status >= 500
      ? otherwise
      : error.message
    : error instanceof NetworkError
      ? error.message
      : otherwise;

/** A random id, for idempotency keys and anything else that needs one. */
export const randomId = (): string =>
  crypto.randomUUID?.() ??
  [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');
