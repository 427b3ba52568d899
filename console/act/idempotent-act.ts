import { ApiError } from '@orbita/client/errors.ts';
import { randomId } from '@orbita/client/random-id.ts';

type Sending = { key: string; given: unknown; unknown: boolean };

/** Acts whose outcome is not known yet, by action and subject: closing the dialog does not lose the key. */
const onTheWay = new Map<string, Sending>();

/** Refusals that precede the server's look-up of the key: they say nothing about an earlier attempt. */
const EARLY = [401, 403, 429];

/** Whether the outcome of a call is unknown: no answer came, or the server failed. */
export const isLost = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500;

/** Whether an answer settles the outcome of an act: it was refused at a stage that would have found it already done. */
const isSettled = (error: unknown, { unknown }: Sending): boolean =>
  !isLost(error) && !(unknown && EARLY.includes((error as ApiError).status));

/**
 * Sends an act; if an earlier one with that `way` has an unknown outcome, resends that one with its key and ignores `given`.
 * Rejects with the error of `send`.
 */
export async function sendIdempotently<Given, Answer>(
  way: string,
  given: Given,
  send: (given: Given, idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> {
  const sending = onTheWay.get(way) ?? { key: randomId(), given, unknown: false };
  onTheWay.set(way, sending);
  try {
    const answer = await send(sending.given as Given, sending.key);
    onTheWay.delete(way);
    return answer;
  } catch (error) {
    if (isSettled(error, sending)) onTheWay.delete(way);
    else sending.unknown = true;
    throw error;
  }
}

/** What was sent with an outcome that is still unknown. */
export const unknownOf = <Given>(way: string): Given | undefined => {
  const sending = onTheWay.get(way);
  return sending?.unknown ? (sending.given as Given) : undefined;
};
