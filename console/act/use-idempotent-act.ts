import { useMutation } from '@tanstack/react-query';
import { knownMe } from '../base/me.ts';
import { isLost, sendIdempotently, unknownOf } from './idempotent-act.ts';

type IdempotentAct<Given, Answer> = {
  /** Names the act and its subject, such as `refund 5001`. */
  name: string;
  send: (given: Given, idempotencyKey: string) => Promise<Answer>;
  onSuccess: (answer: Answer) => unknown;
  onError?: (error: unknown) => void;
};

/**
 * An act that must not be done twice, such as a refund. While it is unknown whether the server did it, only the same can be
 * sent, with the same key, even from a reopened dialog; the server then repeats its answer.
 */
export function useIdempotentAct<Given, Answer>({
  name,
  send,
  onSuccess,
  onError,
}: IdempotentAct<Given, Answer>) {
  const way = `${knownMe()?.staffId ?? 0} ${name}`;
  const mutation = useMutation({
    mutationFn: (given: Given) => sendIdempotently(way, given, send),
    onSuccess,
    onError: (error) => onError?.(error),
  });
  const unknown = mutation.isPending ? undefined : unknownOf<Given>(way);
  return {
    send: mutation.mutate,
    isPending: mutation.isPending,
    /** Why the server refused; a lost answer is not a refusal, and is shown only by `unknown`. */
    error: unknown !== undefined && isLost(mutation.error) ? null : mutation.error,
    /** What was sent with an unknown outcome; nothing else can be sent until it is known. */
    unknown,
  };
}
