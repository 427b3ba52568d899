import { createThreads } from '../../platform/threads.ts';
import type { SlipDocument } from './slip-document.ts';

/** A slip takes some 50 ms to draw; a thread of its own keeps other requests from waiting. */
const MOST_MS = 15_000;
const WAIT_MS = 15_000;
const UNUSED_MS = 60_000;

const threads = createThreads(new URL('./thread.ts', import.meta.url), {
  maxThreads: 1,
  idleTimeout: UNUSED_MS,
  waiting: 100,
  waitMs: WAIT_MS,
  mostMs: MOST_MS,
  resourceLimits: { maxOldGenerationSizeMb: 256 },
});

/** Runs `slipPdf` in a worker thread. Throws when it was not made in time, and 429 when the tenant waits for too many. */
export const slipPdfInThread = async (tenantId: number, slip: SlipDocument): Promise<Buffer> =>
  Buffer.from(await threads.run<Uint8Array>(tenantId, slip));
