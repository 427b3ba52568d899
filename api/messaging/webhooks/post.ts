import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { rejectUnanswered } from '../../platform/http/unanswered.ts';
import { addressOffence, type Guard, guardedLookup } from './guard.ts';

const ANSWER_MS = 10_000;
/** More than enough for an acknowledgement and a student number. */
const MOST_BYTES = 64 * 1024;

export type Posted = { status: number; text: string };

/**
 * Sends one webhook: redirects aren't followed, the connection isn't reused, and a response must arrive within 10 s. Throws if
 * none arrived or the guard refuses the address.
 */
export function post(
  url: string,
  body: string,
  headers: Record<string, string>,
  guard: Guard,
): Promise<Posted> {
  const offence = addressOffence(url, guard);
  if (offence) return Promise.reject(new Error(offence));
  const target = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = (target.protocol === 'https:' ? httpsRequest : httpRequest)(
      target,
      {
        method: 'POST',
        agent: false,
        lookup: guardedLookup(guard),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          accept: 'application/json',
          'user-agent': 'orbita-webhooks/1.0',
          ...headers,
        },
        signal: AbortSignal.timeout(ANSWER_MS),
      },
      (answer) => {
        const pieces: Buffer[] = [];
        let size = 0;
        answer.on('data', (piece: Buffer) => {
          size += piece.length;
          // Bytes beyond the limit are dropped, because the status code alone decides the result.
          if (size <= MOST_BYTES) pieces.push(piece);
          else answer.destroy();
        });
        answer.on('close', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8') }),
        );
        answer.on('error', () => undefined);
      },
    );
    sent.on('error', reject);
    rejectUnanswered(sent, reject);
    sent.end(body);
  });
}
