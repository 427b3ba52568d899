import { AsyncLocalStorage } from 'node:async_hooks';
import type { Rank } from '../turns.ts';

/** Who makes a call: somebody whose work is under way, or somebody who is about to begin. */
export type Standing = Exclude<Rank, 'begun'>;

/** Milliseconds from its first statement on for which a call is preferred; one that takes longer waits as if it had just come. */
const PREFERRED_MS = 5_000;

const calls = new AsyncLocalStorage<{ standing: Standing; begunAt: number | undefined }>();

/** Runs the work of one call, whose statements belong together: once the first had a connection, the others wait for few. */
export const asOneCall = <T>(standing: Standing, work: () => Promise<T>): Promise<T> =>
  calls.run({ standing, begunAt: undefined }, work);

/**
 * Says how the statement that is about to be sent ranks: work that is no call, such as a job, always goes on. `note` remembers that the
 * call has a connection now. `now` = milliseconds of a clock that never goes back.
 */
export function statementOfCall(now: () => number = () => performance.now()): { rank: Rank; note(): void } {
  const call = calls.getStore();
  if (!call) return { rank: 'begun', note: () => undefined };
  const goesOn = call.begunAt !== undefined && now() - call.begunAt < PREFERRED_MS;
  return {
    rank: goesOn ? 'begun' : call.standing,
    note() {
      call.begunAt ??= now();
    },
  };
}
