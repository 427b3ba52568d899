import { ApiError } from '@orbita/client/errors.ts';
import { useMutation } from '@tanstack/react-query';
import type { ActProps } from './props.ts';
import { useReload } from './queries.ts';

/**
 * Sends an act about an application. If the application changed meanwhile, the page is refetched under the dialog, which keeps
 * what was typed and sends the new version next (spec 25.4.3).
 */
export function useAct<Given>(
  { application: { id }, onDone }: Pick<ActProps, 'application' | 'onDone'>,
  send: (given: Given) => Promise<unknown>,
) {
  const reload = useReload(id);
  return useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void reload();
    },
  });
}
