import { ApiError, refusalOf } from '@orbita/client/errors.ts';
import { lostWrites } from '@orbita/client/lost-writes.ts';
import {
  type AnyRequest,
  addressOf,
  contentOf,
  type RequestOptions,
  request,
} from '@orbita/client/request.ts';
import type { Answer, CallKey } from '@orbita/protocol';
import { uiTexts } from '@orbita/ui/texts.ts';
import { takeEarly } from './early.ts';
import { institutionFor } from './institution-codes.ts';
import { clearSession, session } from './session.ts';
import { settings } from './settings.ts';

export type CallOptions<K extends CallKey> = RequestOptions<K> & WebOptions;

type WebOptions = {
  /** Code of the institution a course or application belongs to. */
  institutionCode?: string | undefined;
  /** Requests all institutions; only accounts that may look beyond their brand host get them (spec 2.2). */
  allInstitutions?: true;
  timeoutMs?: number;
  /** Key of a guardian's or payer's link, sent instead of the session's token: the call concerns no session (spec 12.9, 14.9). */
  bearer?: string;
};

type Loose = AnyRequest & WebOptions;

/** What `call` needs from the session handling (`session-keeper.ts`). */
export type SessionKeeper = {
  /** Runs before each call; a promise that never resolves prevents the call. */
  before: () => Promise<never> | undefined;
  /** The server no longer accepts the token `sent`. True: there is a new one, so the call is retried. */
  lost: (sent: string | undefined, error: ApiError) => Promise<boolean>;
  /** A proof of identity is required (spec 5.5). True: the person gave it, so the call is retried. */
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
  // The sign-in page has no session to renew: it drops the other college's token and retries without one.
  if (foreign) clearSession();
  return foreign;
}

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

async function attempt(method: string, path: string, options: Loose): Promise<Response> {
  if (options.bearer === undefined) await keeper?.before();
  const address = addressOf(path, options);
  const sent = headers(options);
  return request(address, {
    method,
    headers: sent,
    body: options.body,
    signal: options.signal,
    timeoutMs: options.timeoutMs,
    words: uiTexts,
    early: takeEarly(method, address, sent),
  });
}

/** The options of a call with the institution it concerns, unless the caller names one (spec 2.2). */
async function named(path: string, options: Loose): Promise<{ options: Loose; guessed: boolean }> {
  if (options.institutionCode) return { options, guessed: false };
  const institution = await institutionFor(path, options.params);
  if (!institution) return { options, guessed: false };
  return { options: { ...options, institutionCode: institution.code }, guessed: institution.guessed };
}

/**
 * Calls the API by a key of the protocol, which also types the call; nothing of the protocol is loaded at run time. Throws
 * `ApiError` on an error answer and `NetworkError` when no answer came.
 */
export async function call<K extends CallKey>(
  key: K,
  ...[given]: Record<never, never> extends CallOptions<K> ? [CallOptions<K>?] : [CallOptions<K>]
): Promise<Answer<K>> {
  const [method, path] = key.split(' ') as [string, string];
  const { options, guessed } = await named(path, (given ?? {}) as Loose);
  return isKeyed(method, path, options)
    ? keyed<K>(method, path, options, guessed)
    : contentOf<Answer<K>>(await answered(method, path, options, guessed));
}

const writes = lostWrites();
/** Calls outside `/candidate` that the server lets their caller repeat under a key, so that a lost answer loses nobody's way in. */
const KEYED = new Set([
  '/platform/auth/signup/tenants/{tenant}',
  '/platform/auth/code/challenges/{challengeId}/verify',
  '/platform/auth/password/reset-requests/{requestId}/verify',
  '/platform/auth/password/reset',
  '/platform/auth/proof',
]);
const isKeyed = (method: string, path: string, { idempotencyKey, body }: Loose): boolean =>
  method !== 'GET' &&
  (path.startsWith('/candidate/') || KEYED.has(path)) &&
  !idempotencyKey &&
  !(body instanceof FormData);

/** A body as text, without the captcha, which is another one for each try. */
const textOf = (body: unknown): string =>
  JSON.stringify(body, (name, value) => (name === 'captchaToken' ? undefined : value));

/** Sends a write that has no key of its own: resent after its answer was lost, it still takes effect only once (spec 2.2). */
async function keyed<K extends CallKey>(method: string, path: string, options: Loose, guessed: boolean) {
  const what = `${method} ${addressOf(path, options)} ${textOf(options.body)}`;
  const idempotencyKey = writes.keyFor(what);
  try {
    const answer = await contentOf<Answer<K>>(
      await answered(method, path, { ...options, idempotencyKey }, guessed),
    );
    writes.settle();
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) writes.settle();
    else writes.lose(what, idempotencyKey);
    throw error;
  }
}

/** The successful answer to a call, after renewing the session or proving identity if the server demands it. */
async function answered(method: string, path: string, options: Loose, guessed: boolean): Promise<Response> {
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
  return response;
}
