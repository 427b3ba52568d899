import { ApiError } from '@orbita/client/errors.ts';
import { waitingIn } from '../approval/asked.tsx';
import type { ActProps } from './props.ts';
import { useReload } from './queries.ts';
import { useIdempotentAct } from './use-idempotent-act.ts';

type Of = Pick<ActProps, 'application' | 'onDone' | 'onOutcome'>;

/**
 * An act about an application that must not be done twice. If a second person must approve it, that is shown instead of the
 * success text; if the application has changed meanwhile, its page is refetched.
 * @param name of the act, such as `deadline`.
 */
export function useApplicationAct<Given, Answer extends object>(
  { application, onDone, onOutcome }: Of,
  name: string,
  send: (given: Given, idempotencyKey: string) => Promise<Answer>,
) {
  const reload = useReload(application.id);
  return useIdempotentAct({
    name: `${name} ${application.id}`,
    send,
    onSuccess: (answer: Answer) => {
      const waits = waitingIn(answer);
      return waits ? onOutcome({ waits }) : onDone();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void reload();
    },
  });
}
