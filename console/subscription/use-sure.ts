import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, randomId } from '../app/api.ts';
import { knownMe } from '../app/me.ts';

type Sending = { key: string; given: unknown; unknown: boolean };

/** Acts whose outcome is not known yet, by person and act: a dialog that was closed does not lose its key. */
const onTheWay = new Map<string, Sending>();

/** Refusals before the server looks whether it knows the key: they say nothing of what was sent before. */
const EARLY = [401, 403, 429];

/** Whether an answer settles what became of an act: it was refused, and by whoever would have found it done. */
const isSettled = (error: unknown, { unknown }: Sending): boolean =>
  error instanceof ApiError && error.status < 500 && !(unknown && EARLY.includes(error.status));

type Sure<Given, Answer> = {
  /** Names the act and what it is about, such as `refund 5001`. */
  name: string;
  send: (given: Given, idempotencyKey: string) => Promise<Answer>;
  onSuccess: (answer: Answer) => unknown;
  onError?: (error: unknown) => void;
};

/**
 * An act that must not be done twice, such as giving money back. While it is unknown whether the server did it, only the same
 * can be sent, with the same key, also from the dialog opened anew; the server then answers what it answered before.
 */
export function useSure<Given, Answer>({ name, send, onSuccess, onError }: Sure<Given, Answer>) {
  const way = `${knownMe()?.staffId ?? 0} ${name}`;
  const [, redraw] = useState(0);
  const mutation = useMutation({
    mutationFn: async (given: Given) => {
      const sending = onTheWay.get(way) ?? { key: randomId(), given, unknown: false };
      onTheWay.set(way, sending);
      try {
        const answer = await send(sending.given as Given, sending.key);
        onTheWay.delete(way);
        return answer;
      } catch (error) {
        if (isSettled(error, sending)) onTheWay.delete(way);
        else sending.unknown = true;
        redraw((times) => times + 1);
        throw error;
      }
    },
    onSuccess,
    onError: (error) => onError?.(error),
  });
  const sending = onTheWay.get(way);
  return {
    send: mutation.mutate,
    isPending: mutation.isPending,
    error: mutation.error,
    /** What was sent with an outcome that nobody knows; nothing else can be sent before it is. */
    unknown: sending?.unknown && !mutation.isPending ? (sending.given as Given) : undefined,
  };
}
