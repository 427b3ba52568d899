import { createThreads } from '../../platform/threads.ts';
import type { SlipDocument } from './slip-document.ts';

/** A slip takes some 50 ms to draw; a thread of its own keeps other requests from waiting. */
const MOST_MS = 15_000;
const UNUSED_MS = 60_000;

const threads = createThreads(new URL('./thread.ts', import.meta.url), {
  maxThreads: 1,
  idleTimeout: UNUSED_MS,
  maxQueue: 200,
  resourceLimits: { maxOldGenerationSizeMb: 256 },
});

/** Runs `slipPdf` in a worker thread. Throws when it was not made in time. */
export const slipPdfInThread = async (slip: SlipDocument): Promise<Buffer> =>
  Buffer.from(await threads.run(slip, { signal: AbortSignal.timeout(MOST_MS) }));
