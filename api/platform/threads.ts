import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { AppError } from './http/errors.ts';
import { createTurns, type TurnLimits } from './turns.ts';

export type ThreadOptions = Omit<
  NonNullable<ConstructorParameters<typeof Piscina>[0]>,
  'filename' | 'minThreads' | 'maxQueue'
> &
  Omit<TurnLimits, 'slots'> & {
    /** Milliseconds that one piece of work may take from when its turn came, the start of a thread included. */
    mostMs?: number;
  };

/** A piece of work took longer than any needs; its thread was ended. */
export class TookTooLong extends AppError {
  constructor() {
    super('UNAVAILABLE');
  }
}

type Run = { name?: string; transferList?: Transferable[]; mostMs?: number };

/**
 * Creates threads that do the work of one module; they start on demand and end after an idle time (piscina). Tenants take
 * turns (`turns.ts`), so that none waits for all that another one asked for.
 * @param module address of the module, resolved from that of the calling one (`import.meta.url`).
 */
export function createThreads(
  module: URL,
  { waiting, waitMs, mostMs: usual, ...options }: ThreadOptions & { maxThreads: number },
) {
  const pool = new Piscina({ ...options, filename: module.href, minThreads: 0 });
  // A thread that ends without work, for instance while it starts, would end the whole process. The waiting
  // work gets the next thread, or fails by its own time-out and reports it.
  pool.on('error', () => undefined);
  const slots = options.maxThreads * (options.concurrentTasksPerWorker ?? 1);
  const turn = createTurns({ slots, waiting, ...(waitMs === undefined ? {} : { waitMs }) });
  return {
    /** Runs a function of the module for a tenant. Throws what it throws, 429 `RATE_LIMITED`, or `TookTooLong`. */
    run: <T>(tenant: number, given: unknown, { mostMs = usual, ...how }: Run = {}): Promise<T> =>
      turn(tenant, async () => {
        const signal = mostMs === undefined ? undefined : AbortSignal.timeout(mostMs);
        try {
          return (await pool.run(given, { ...how, ...(signal ? { signal } : {}) })) as T;
        } catch (error) {
          if (signal?.aborted) throw new TookTooLong();
          throw error;
        }
      }),
  };
}
