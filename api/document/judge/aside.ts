import { createThreads } from '../../platform/threads.ts';
import type { Given, Judged } from './thread.ts';

/**
 * Files are judged in threads of their own, so that no file, however it was made, lets others wait (decision 0051).
 */

/** Waiting for a thread included; a file of 30 MiB takes about a third of a second. */
const MOST_MS = 20_000;
const UNUSED_MS = 30_000;

const threads = createThreads(new URL('./thread.ts', import.meta.url), {
  maxThreads: 2,
  idleTimeout: UNUSED_MS,
  maxQueue: 200,
  resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
});

/**
 * Judges a file; the memory of `given.bytes` is gone afterwards. Throws when nobody could judge it: the threads are
 * busy, it took too long, or more memory than a thread has. The thread that had it is ended then.
 */
export const judgeFile = (given: Given, mostMs = MOST_MS): Promise<Judged> =>
  threads.run(given, { transferList: [given.bytes], signal: AbortSignal.timeout(mostMs) });
