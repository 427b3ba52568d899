import { AsyncLocalStorage } from 'node:async_hooks';
import type { Rank } from '../turns.ts';

/** Who makes a call: somebody in the middle of something, or somebody about to start. */
export type Standing = Exclude<Rank, 'begun'>;

/** Milliseconds after its first statement during which a call has precedence; a longer one queues as if it had just arrived. */
const PREFERRED_MS = 5_000;

const calls = new AsyncLocalStorage<{ standing: Standing; begunAt: number | undefined }>();

/** Runs the work of one call: once its first statement has had a connection, the others go before calls that have not started. */
export const asOneCall = <T>(standing: Standing, work: () => Promise<T>): Promise<T> =>
  calls.run({ standing, begunAt: undefined }, work);

/**
 * Returns the rank of the statement about to be sent; undefined outside calls, as in jobs and sockets. `note` records that the call has
 * got a connection. `time` returns milliseconds of a monotonic clock.
 */
export function statementOfCall(time: () => number = () => performance.now()): {
  rank: Rank | undefined;
  note(): void;
} {
  const call = calls.getStore();
  const goesOn = call?.begunAt !== undefined && time() - call.begunAt < PREFERRED_MS;
  return {
    rank: goesOn ? 'begun' : call?.standing,
    note() {
      if (call) call.begunAt ??= time();
    },
  };
}
