import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { storableBody } from '../platform/http/storable.ts';
import { rejectUnanswered } from '../platform/http/unanswered.ts';
import { ProviderUnavailable, ProviderUnknown } from '../platform/ports.ts';
import type { ClientTls } from './client-certificate.ts';

export type ProviderAnswer = { status: number; body: unknown };
export type ProviderCall = {
  method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** The call must not arrive twice, whatever its method promises (a partial void may be a PUT). */
  once?: true;
};
export type Caller = (call: ProviderCall) => Promise<ProviderAnswer>;

const ANSWER_MS = 8_000;
const MOST_BYTES = 1024 * 1024;
/**
 * Parts of the error codes for TLS alerts (RFC 8446, 6.2) by which a server refuses our certificate. With TLS 1.3 they arrive after
 * our side of the handshake, but the server has read no request by then.
 */
const REFUSED_CERTIFICATE = ['CERTIFICATE', 'UNKNOWN_CA', 'ACCESS_DENIED', 'DECRYPT_ERROR'];

/** Methods that are idempotent (RFC 9110, 9.2.2) and may be repeated. */
const REPEATABLE = new Set<ProviderCall['method']>(['GET', 'PUT']);
const CLOSED = new Set(['ECONNRESET', 'EPIPE']);

/** HTTP statuses that mean the provider will never do what was requested. */
export const FINAL_REFUSALS: readonly number[] = [400, 404, 409, 422];

/** The provider closed a keep-alive connection while our request was on its way: it most likely never read it. */
class KeptConnectionClosed extends ProviderUnknown {}

type Coded = Error & { code?: string };

/** Whether a provider may have read a request that failed with this error code; `connected` includes the TLS handshake. */
export const mayHaveRead = (code: string | undefined, connected: boolean): boolean =>
  connected && !(code?.includes('_ALERT_') && REFUSED_CERTIFICATE.some((part) => code.includes(part)));

/** The error for a failed call: only a request that was read can have had an effect. */
const failureOf = (error: Coded, connected: boolean): Error =>
  mayHaveRead(error.code, connected)
    ? new ProviderUnknown(error.message, { cause: error })
    : new ProviderUnavailable(error.message, { cause: error });

const parsed = (text: string): unknown => {
  try {
    return text === '' ? undefined : storableBody(text, JSON.parse(text));
  } catch {
    return undefined;
  }
};

/**
 * Makes JSON calls to one provider, with our client certificate if there is one. Throws `ProviderUnavailable` when nothing was
 * sent, which includes a connection that was not made in time, and `ProviderUnknown` when no complete answer arrived within the
 * timeout, by default 8 s. A repeatable call is retried
 * once if a keep-alive connection was closed under it; a non-final refusal of the retry then says nothing about the first
 * attempt, which may have arrived.
 */
export function createCaller({
  tls = async () => ({}),
  answerMs = ANSWER_MS,
}: {
  tls?: () => Promise<ClientTls>;
  answerMs?: number;
} = {}): Caller {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets: 20, timeout: 30_000 }),
    'https:': new HttpsAgent({
      keepAlive: true,
      maxSockets: 20,
      timeout: 30_000,
      minVersion: 'TLSv1.2',
    }),
  };
  const send = async ({ method, url, headers, body }: ProviderCall): Promise<ProviderAnswer> => {
    const files = await tls();
    return new Promise((resolve, reject) => {
      const target = new URL(url);
      const secure = target.protocol === 'https:';
      let connected = false;
      const sent = (secure ? httpsRequest : httpRequest)(
        target,
        {
          method,
          agent: secure ? agents['https:'] : agents['http:'],
          ...files,
          headers: {
            accept: 'application/json',
            ...headers,
            ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          },
          signal: AbortSignal.timeout(answerMs),
        },
        (answer) => {
          const pieces: Buffer[] = [];
          let size = 0;
          answer.on('data', (piece: Buffer) => {
            size += piece.length;
            if (size > MOST_BYTES) answer.destroy(new Error('The answer is too long'));
            else pieces.push(piece);
          });
          answer.on('error', (error) => reject(failureOf(error, true)));
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, body: parsed(Buffer.concat(pieces).toString('utf8')) }),
          );
        },
      );
      sent.once('socket', (socket) => {
        // A call that waited for the connection of another one is not marked as reusing it.
        connected = !socket.connecting;
        if (!connected)
          socket.once(secure ? 'secureConnect' : 'connect', () => {
            connected = true;
          });
      });
      sent.on('error', (error: Coded) => {
        const closed = sent.reusedSocket && CLOSED.has(error.code ?? '');
        reject(
          closed ? new KeptConnectionClosed(error.message, { cause: error }) : failureOf(error, connected),
        );
      });
      rejectUnanswered(sent, (error) => reject(failureOf(error, connected)));
      sent.end(body);
    });
  };
  const repeat = async (call: ProviderCall): Promise<ProviderAnswer> => {
    if (call.method === 'GET') return send(call);
    const answer = await send(call).catch((error: Error) => {
      throw new ProviderUnknown(error.message, { cause: error });
    });
    if (answer.status < 400 || FINAL_REFUSALS.includes(answer.status)) return answer;
    throw new ProviderUnknown(`The provider answered ${answer.status} to the repeated call alone`);
  };
  return (call) =>
    send(call).catch((error: Error) => {
      if (error instanceof KeptConnectionClosed && !call.once && REPEATABLE.has(call.method))
        return repeat(call);
      throw error;
    });
}
