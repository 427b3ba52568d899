import { createThreads } from '../platform/threads.ts';
import type { Compiled } from './compile.ts';

const MOST_MS = 10_000;
const WAIT_MS = 10_000;
const UNUSED_MS = 30_000;

const threads = createThreads(new URL('./clean-thread.ts', import.meta.url), {
  maxThreads: 2,
  idleTimeout: UNUSED_MS,
  waiting: 50,
  waitMs: WAIT_MS,
  mostMs: MOST_MS,
  resourceLimits: { maxOldGenerationSizeMb: 128 },
});

/** Runs `compileContract` for a tenant in a worker thread. Throws when it does not finish in time. */
export const compileInThread = (tenantId: number, html: string): Promise<Compiled> =>
  threads.run(tenantId, html);
