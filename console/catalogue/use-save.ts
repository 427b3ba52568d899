import { ApiError } from '@orbita/client/errors.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIdempotentAct } from '../act/use-idempotent-act.ts';
import { waitingIn } from '../approval/asked.tsx';
import type { Approval } from '../approval/state.tsx';
import { call } from '../base/api.ts';
import { useRested } from '../ui/rested.ts';
import type { FormPlan, Wish } from './queries.ts';

export type Saved = { plan?: FormPlan; waits?: Approval };
/** Somebody else changed the same meanwhile: who, and when. */
export type Conflict = { by: string; at: string };

const conflictOf = (error: unknown): Conflict | undefined =>
  error instanceof ApiError && error.code === 'CATALOGUE_CHANGED'
    ? { by: String(error.more.by ?? ''), at: String(error.more.at ?? '') }
    : undefined;

/**
 * A form's change, planned while it is filled in and saved by the same code (spec 25.14). The version sent is the one the form
 * was started from, so that the second of two people gets a conflict.
 */
export function useSave(name: string, wish: Wish | undefined, onSaved: (saved: Saved) => void) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<Conflict>();
  const later = useRested(wish);
  const plan = useQuery({
    queryKey: ['catalogue', 'plan', later],
    enabled: later !== undefined,
    queryFn: ({ signal }) =>
      call('POST /operations/catalogue/edits/plan', { body: later as Wish, signal, background: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const act = useIdempotentAct({
    name: `catalogue ${name}`,
    send: (body: Wish, idempotencyKey): Promise<object> =>
      call('POST /operations/catalogue/edits', { body, idempotencyKey }),
    onSuccess: async (answer) => {
      const waits = waitingIn(answer);
      onSaved(waits ? { waits } : { plan: answer as FormPlan });
      await client.invalidateQueries({ queryKey: ['catalogue'] });
    },
    onError: (error) => setConflict(conflictOf(error)),
  });
  const fits = plan.data && later === wish ? plan.data : undefined;
  return {
    plan: fits,
    planError: plan.error,
    conflict,
    settle: () => setConflict(undefined),
    error: conflict ? null : act.error,
    isPending: act.isPending,
    unknown: act.unknown,
    save: () => {
      if (act.unknown) act.send(act.unknown);
      else if (wish) act.send(wish);
    },
  };
}
