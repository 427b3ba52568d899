import { createThreads } from '../../platform/threads.ts';
import type { SlipDocument } from './slip-document.ts';

/** Drawing a slip takes about 50 ms; a separate thread keeps other requests from waiting. */
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

/** Runs `slipPdf` in a worker thread. Throws on a timeout, and with 429 when too many slips of the tenant are waiting. */
export const slipPdfInThread = async (tenantId: number, slip: SlipDocument): Promise<Buffer> =>
  Buffer.from(await threads.run<Uint8Array>(tenantId, slip));
