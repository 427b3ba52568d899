import { ApiError } from '@orbita/client/errors.ts';
import { randomId } from '@orbita/client/random-id.ts';

type Sending = { key: string; given: unknown; unknown: boolean };

/** Acts whose outcome is not known yet, by who does what: a dialog that was closed does not lose its key. */
const onTheWay = new Map<string, Sending>();

/** Refusals before the server looks whether it knows the key: they say nothing of what was sent before. */
const EARLY = [401, 403, 429];

/** Whether it is open what became of a call: no answer came, or the server failed at it. */
export const isLost = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500;

/** Whether an answer settles what became of an act: it was refused, and by whoever would have found it done. */
const isSettled = (error: unknown, { unknown }: Sending): boolean =>
  !isLost(error) && !(unknown && EARLY.includes((error as ApiError).status));

/**
 * Sends an act, or once more the one of that way whose outcome nobody knows, with its key; what is given then does not count.
 * Rejects with what `send` rejects with.
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

/** What was sent with an outcome that nobody knows. */
export const unknownOf = <Given>(way: string): Given | undefined => {
  const sending = onTheWay.get(way);
  return sending?.unknown ? (sending.given as Given) : undefined;
};
