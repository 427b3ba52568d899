import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { addressOffence, type Guard, guardedLookup } from '../../messaging/webhooks/guard.ts';
import { rejectUnanswered } from '../../platform/http/unanswered.ts';

const ANSWER_MS = 5_000;
/** A provider's keys and tokens are far smaller. */
const MOST_BYTES = 1024 * 1024;
/** Statuses whose responses have no body (Fetch standard). */
const EMPTY = [101, 204, 205, 304];

type Init = { method?: string; headers?: HeadersInit; body?: unknown };

const textOf = (body: unknown): string | undefined => {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body);
  throw new TypeError('Only forms are sent to a provider');
};

async function answerOf(answer: IncomingMessage): Promise<Response> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MOST_BYTES) throw new Error(`The provider answered more than ${MOST_BYTES} bytes`);
    pieces.push(piece);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
  const status = answer.statusCode ?? 502;
  return new Response(EMPTY.includes(status) ? null : Buffer.concat(pieces), { status, headers });
}

/**
 * Requests an address named in a catalogue: never an internal one in production, with a time limit, without redirects and with
 * a bounded response size. Has the signature that the OpenID library accepts in place of `fetch`.
 */
export const guardedFetch =
  (guard: Guard, answerMs: number = ANSWER_MS) =>
  (url: string | URL, init: Init = {}): Promise<Response> => {
    const offence = addressOffence(String(url), guard);
    if (offence) return Promise.reject(new Error(offence));
    const target = new URL(url);
    const body = textOf(init.body);
    const headers = Object.fromEntries(new Headers(init.headers ?? {}));
    if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
    return new Promise((resolve, reject) => {
      const sent = (target.protocol === 'https:' ? httpsRequest : httpRequest)(
        target,
        {
          method: init.method ?? 'GET',
          agent: false,
          lookup: guardedLookup(guard),
          headers: { 'user-agent': 'orbita-equipe/1.0', ...headers },
          signal: AbortSignal.timeout(answerMs),
        },
        (answer) => answerOf(answer).then(resolve, reject),
      );
      sent.on('error', reject);
      rejectUnanswered(sent, reject);
      sent.end(body);
    });
  };
