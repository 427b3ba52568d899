import { ApiError } from '@orbita/client/errors.ts';
import { useMutation } from '@tanstack/react-query';
import { forgetInTab } from '../ui/tab-store.ts';
import { call } from './api.ts';
import { BASE } from './base.ts';

/**
 * Ends the session and reloads E-00, so that nothing of the person stays in the page. A session that is already over counts as
 * ended.
 */
export function useSignOut(): { signOut: () => void; leaving: boolean; error: unknown } {
  const leave = useMutation({
    mutationFn: () =>
      call('DELETE /operations/staff/me/session', { quiet: true }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 401)) throw error;
      }),
    onSuccess: () => {
      forgetInTab();
      location.assign(`${BASE}/entrar?fim=1`);
    },
  });
  return {
    signOut: () => {
      if (!leave.isPending) leave.mutate();
    },
    leaving: leave.isPending || leave.isSuccess,
    error: leave.error,
  };
}
