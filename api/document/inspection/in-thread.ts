import { createThreads } from '../../platform/threads.ts';
import type { Given, Inspected } from './thread.ts';

/** Files are inspected in worker threads, so that no malicious file can block other requests. */

/** A file of 30 MiB takes about a third of a second. */
const MOST_MS = 20_000;
const WAIT_MS = 20_000;
const UNUSED_MS = 30_000;

const threads = createThreads(new URL('./thread.ts', import.meta.url), {
  maxThreads: 2,
  idleTimeout: UNUSED_MS,
  waiting: 50,
  waitMs: WAIT_MS,
  mostMs: MOST_MS,
  resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
});

/**
 * Inspects a tenant's file; the memory of `given.bytes` is transferred and unusable afterwards. Throws 429 if the tenant has
 * too many files waiting, and throws if the inspection failed because it took too long or needed more memory than a thread has.
 * That thread is then terminated.
 */
export const inspectFile = (tenantId: number, given: Given, mostMs = MOST_MS): Promise<Inspected> =>
  threads.run(tenantId, given, { transferList: [given.bytes], mostMs });
