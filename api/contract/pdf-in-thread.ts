import { createThreads } from '../platform/threads.ts';
import type { Given } from './pdf-thread.ts';

/**
 * A usual contract takes some 20 ms to lay out, the longest one seconds; a thread of its own keeps other requests
 * from waiting.
 */
const MOST_MS = 30_000;
const UNUSED_MS = 60_000;

const threads = createThreads(new URL('./pdf-thread.ts', import.meta.url), {
  maxThreads: 1,
  idleTimeout: UNUSED_MS,
  maxQueue: 200,
  resourceLimits: { maxOldGenerationSizeMb: 256 },
});

/** Runs `contractPdf` in a worker thread. Throws when it was not made in time. */
export const contractPdfInThread = async (given: Given): Promise<Buffer> =>
  Buffer.from(await threads.run(given, { signal: AbortSignal.timeout(MOST_MS) }));
