import { ApiError, textOf as plainText, refusalOf } from '@orbita/client/errors.ts';
import { randomId } from '@orbita/client/random-id.ts';
import {
  type AnyRequest,
  addressOf,
  contentOf,
  type RequestOptions,
  request,
} from '@orbita/client/request.ts';
import type { CallKey, ParamsInput, StaffAnswer } from '@orbita/protocol';
import type { QueryFunctionContext } from '@tanstack/react-query';
import { apiTexts } from '../texts/api.ts';

/** Calls below `/operations/`: the console makes no others (spec 25.1.1). */
export type OperationsCall = Extract<CallKey, `${string} /operations/${string}`>;

/** A write without an `idempotencyKey` gets one; pass one to repeat by hand a write that may have taken effect. */
export type CallOptions<K extends OperationsCall> = RequestOptions<K> & Background;

type Background = {
  /** Not requested by the person: the call does not count as input (spec 25.2.3). */
  background?: boolean;
};

type Loose = AnyRequest & Background;

/**
 * Asks the person for what an error demands; `background` if the call was not requested by the person. True: the call may be
 * made once more.
 */
export type Keeper = (error: ApiError, background: boolean) => Promise<boolean>;
let keeper: Keeper | undefined;

/** Registers the handler of ended sessions and required confirmations; there is one per page (`session-keeper.ts`). */
export const keepSession = (given: Keeper): void => {
  keeper = given;
};

let person: number | undefined;

/**
 * Says for whom this page was opened. From then on the server refuses its calls once the browser's session is somebody else's,
 * so that nothing is sent in another person's name (spec 25.2.3).
 */
export const openedFor = (staffId: number | undefined): void => {
  person = staffId;
};

/** The call by which a page learns whose session it is. */
const WHO = '/operations/staff/me';

let askedAt = performance.now();

/** When the person's own last call reached the server; background calls do not count (spec 25.2.3). */
export const lastAskedAt = (): number => askedAt;

async function attempt(method: string, path: string, options: Loose): Promise<Response> {
  const { idempotencyKey, background, body, signal } = options;
  const headers = {
    'x-orbita-equipe': '1',
    ...(person !== undefined && path !== WHO ? { 'x-orbita-pessoa': String(person) } : {}),
    ...(method !== 'GET' && idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    ...(background ? { 'x-background': '1' } : {}),
  };
  const sentAt = performance.now();
  const response = await request(addressOf(path, options), {
    method,
    headers,
    body,
    signal,
    words: apiTexts,
  });
  // The server counts from when a call reached it: a long upload or a slow connection does not extend the session.
  if (!background) askedAt = Math.max(askedAt, sentAt);
  return response;
}

/**
 * Makes a call and returns its response. When the session is over, or the server requires a confirmation, the person is asked,
 * and the call is made once more with the same key.
 */
async function answerTo(key: string, given: Loose): Promise<Response> {
  const [method, path] = key.split(' ') as [string, string];
  const options = { ...given, idempotencyKey: given.idempotencyKey ?? randomId() };
  let response = await attempt(method, path, options);
  const asked = new Set<string>();
  while (!response.ok) {
    const error = await refusalOf(response);
    if (options.quiet || asked.has(error.code)) throw error;
    if (!(await keeper?.(error, Boolean(options.background)))) throw error;
    asked.add(error.code);
    response = await attempt(method, path, options);
  }
  return response;
}

/**
 * Calls the operations API by a key of the protocol, which also types the call; nothing of the protocol is loaded at run time.
 * Throws `ApiError` on an error answer and `NetworkError` when no answer came.
 */
export async function call<K extends OperationsCall>(
  key: K,
  ...[given]: Record<never, never> extends CallOptions<K> ? [CallOptions<K>?] : [CallOptions<K>]
): Promise<StaffAnswer<K>> {
  return contentOf<StaffAnswer<K>>(await answerTo(key, (given ?? {}) as Loose));
}

/** The `queryFn` of a query that makes a call; reading again what is there already is nothing that the person asked for. */
export const reading =
  <K extends OperationsCall>(key: K, given: Omit<CallOptions<K>, 'signal' | 'background'>) =>
  async ({ signal, client, queryKey }: QueryFunctionContext): Promise<StaffAnswer<K>> => {
    const background = client.getQueryData(queryKey) !== undefined;
    return contentOf<StaffAnswer<K>>(await answerTo(key, { ...given, signal, background } as Loose));
  };

/** Longest time that an upload may take over a poor connection. */
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

/** Text to show a person for any failure; for a temporarily unavailable service (503) it says which one. */
export const textOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 503 ? error.message : plainText(error);

/** The id by which the failure is found in the server's log; empty when there is none. */
export const traceOf = (error: unknown): string => (error instanceof ApiError ? error.traceId : '');
