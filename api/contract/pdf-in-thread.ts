import { createThreads } from '../platform/threads.ts';
import type { Given } from './pdf-thread.ts';

/**
 * A usual contract takes some 20 ms to lay out, the longest one seconds; a thread of its own keeps other requests
 * from waiting.
 */
const MOST_MS = 30_000;
const UNUSED_MS = 60_000;
/** Copies that are made at once: two, so that a tenant's long contracts never hold up another tenant's. */
export const PDFS_AT_ONCE = 2;

const threads = createThreads(new URL('./pdf-thread.ts', import.meta.url), {
  maxThreads: PDFS_AT_ONCE,
  idleTimeout: UNUSED_MS,
  waiting: 200,
  mostMs: MOST_MS,
  resourceLimits: { maxOldGenerationSizeMb: 256 },
});

/** Runs `contractPdf` in a worker thread. Throws when it was not made in time. */
export const contractPdfInThread = async (tenantId: number, given: Given): Promise<Buffer> =>
  Buffer.from(await threads.run<Uint8Array>(tenantId, given));
