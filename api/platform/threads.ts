import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { AppError } from './http/errors.ts';
import { createTurns, type TurnLimits } from './turns.ts';

export type ThreadOptions = Omit<
  NonNullable<ConstructorParameters<typeof Piscina>[0]>,
  'filename' | 'minThreads' | 'maxQueue'
> &
  Omit<TurnLimits, 'slots'> & {
    /** Maximum milliseconds for one piece of work from when its turn came, including starting a thread. */
    mostMs?: number;
  };

/** A piece of work took longer than any should; its thread was terminated. */
export class TookTooLong extends AppError {
  constructor() {
    super('UNAVAILABLE');
  }
}

type Run = { name?: string; transferList?: Transferable[]; mostMs?: number };

/**
 * Creates worker threads for one module; they start on demand and end when idle (piscina). Tenants take turns (`turns.ts`), so
 * that none waits for everything another one requested.
 * @param module URL of the module, resolved relative to the caller (`import.meta.url`).
 */
export function createThreads(
  module: URL,
  { waiting, waitMs, mostMs: usual, ...options }: ThreadOptions & { maxThreads: number },
) {
  const pool = new Piscina({ ...options, filename: module.href, minThreads: 0 });
  // A thread that dies without work, for example while starting, would crash the whole process. The waiting work gets the next
  // thread, or fails and reports its own timeout.
  pool.on('error', () => undefined);
  const slots = options.maxThreads * (options.concurrentTasksPerWorker ?? 1);
  const turn = createTurns({ slots, waiting, ...(waitMs === undefined ? {} : { waitMs }) });
  return {
    /** Runs a function of the module for a tenant. Throws whatever it throws, 429 `RATE_LIMITED`, or `TookTooLong`. */
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
