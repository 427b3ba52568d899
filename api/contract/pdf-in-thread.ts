import { createThreads, TookTooLong } from '../platform/threads.ts';
import type { Given, GivenBlocks, Made } from './pdf-thread.ts';

/**
 * A typical contract takes about 20 ms to lay out and twice as long to read back, the longest ones seconds; a separate thread
 * keeps other requests from waiting.
 */
const MOST_MS = 60_000;
const UNUSED_MS = 60_000;
/** Number of copies made at once: two, so that one tenant's long contracts never hold up another tenant's. */
export const PDFS_AT_ONCE = 2;

const threads = createThreads(new URL('./pdf-thread.ts', import.meta.url), {
  maxThreads: PDFS_AT_ONCE,
  idleTimeout: UNUSED_MS,
  waiting: 200,
  mostMs: MOST_MS,
  resourceLimits: { maxOldGenerationSizeMb: 384 },
});

/**
 * Makes a copy in a worker thread and reads it back. Taking more time or memory than any real contract needs is a failure, too.
 */
export async function makeInThread(tenantId: number, given: Given): Promise<Made> {
  try {
    return await threads.run<Made>(tenantId, given);
  } catch (error) {
    if (error instanceof TookTooLong) return { failure: `it took more than ${MOST_MS / 1000} s` };
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
      return { failure: 'it needed more memory than a thread has' };
    throw error;
  }
}

/** Sets blocks as a PDF in a worker thread. Throws `TookTooLong`, or 429 when too many calls are queued. */
export const setBlocksInThread = (tenantId: number, given: GivenBlocks): Promise<Uint8Array> =>
  threads.run<Uint8Array>(tenantId, given, { name: 'setBlocks' });
