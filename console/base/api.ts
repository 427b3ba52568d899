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
import { apiTexts } from '../texts/api.ts';

/** Calls below `/operations/`: the console makes no others (spec 25.1.1). */
export type OperationsCall = Extract<CallKey, `${string} /operations/${string}`>;

/** A write without an `idempotencyKey` gets one: give it to repeat by hand what may have taken effect. */
export type CallOptions<K extends OperationsCall> = RequestOptions<K> & Background;

type Background = {
  /** Nobody asked for this call: it does not count as input (spec 25.2.3). */
  background?: boolean;
};

type Loose = AnyRequest & Background;

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

async function attempt(method: string, path: string, options: Loose): Promise<Response> {
  const { idempotencyKey, background, body, signal } = options;
  const headers = {
    'x-orbita-equipe': '1',
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
  // The server counts from when a call reached it: a long upload or a slow line gives nobody more time.
  if (!background) askedAt = Math.max(askedAt, sentAt);
  return response;
}

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
  return contentOf<StaffAnswer<K>>(await answerTo(key, (given ?? {}) as Loose));
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

/** Text a person can be shown for any failure; of what is away for a while, the team reads which it is. */
export const textOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 503 ? error.message : plainText(error);

/** The number under which the failure is found in the server's log; empty when there is none. */
export const traceOf = (error: unknown): string => (error instanceof ApiError ? error.traceId : '');
