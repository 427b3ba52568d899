import { useRef } from 'react';

export type LoadingCalls = { calls: number; ended: number };

/** The batch after another look at the number of pending calls; it ends when none is left. */
export function nextCalls(before: LoadingCalls, pending: number): LoadingCalls {
  if (pending === 0) return { calls: 0, ended: 0 };
  const running = before.calls - before.ended;
  if (pending <= running) return { calls: before.calls, ended: before.calls - pending };
  return { calls: before.calls + pending - running, ended: before.ended };
}

/** How many first calls a page makes and how many have ended, derived from the number pending (spec 4.4). */
export function useLoadingCalls(pending: number): LoadingCalls {
  const batch = useRef<LoadingCalls>({ calls: 0, ended: 0 });
  batch.current = nextCalls(batch.current, pending);
  return batch.current;
}
