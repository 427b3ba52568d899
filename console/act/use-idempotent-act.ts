import { useMutation } from '@tanstack/react-query';
import { knownMe } from '../base/me.ts';
import { isLost, sendIdempotently, unknownOf } from './idempotent-act.ts';

type IdempotentAct<Given, Answer> = {
  /** Names the act and what it is about, such as `refund 5001`. */
  name: string;
  send: (given: Given, idempotencyKey: string) => Promise<Answer>;
  onSuccess: (answer: Answer) => unknown;
  onError?: (error: unknown) => void;
};

/**
 * An act that must not be done twice, such as giving money back. While it is unknown whether the server did it,
 * only the same can be sent, with the same key, also from the dialog opened anew; the server then answers what it answered before.
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
    /** Why the server refused; a lost answer is no refusal, and is shown by `unknown` alone. */
    error: unknown !== undefined && isLost(mutation.error) ? null : mutation.error,
    /** What was sent with an outcome that nobody knows; nothing else can be sent before it is. */
    unknown,
  };
}
