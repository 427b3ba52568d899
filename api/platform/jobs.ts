import { jobRuns, keepJobRun } from './job-runs.ts';
import type { Platform } from './platform.ts';
import { tracedRound } from './tracing/tracing.ts';

declare module './platform.ts' {
  interface Platform {
    readonly jobs: Jobs;
  }
}

/**
 * A job handles rows that are due by the product's clock; it may run at any time, twice, and on several machines at once.
 * Returns how many rows it handled.
 */
export type Job = { name: string; everyMs: number; run: (platform: Platform) => Promise<number> };

const FREQUENT_MS = 60_000;
const FIRST_MS = 1_000;

export interface Jobs {
  names(): string[];
  /** Milliseconds between two runs of a job. Throws for an unknown name. */
  everyMs(name: string): number;
  /** Runs one job now; concurrent calls within a process share a run. Throws for an unknown name. */
  run(name: string): Promise<number>;
  /** Runs every job until none finds more to do (used when the test clock is moved). */
  settle(): Promise<void>;
  start(): void;
  /** Aborted when the process stops: long-running work then gives up instead of finishing. */
  readonly stopping: AbortSignal;
  stop(): Promise<void>;
}

/**
 * Runs the parts of one job, which several modules may contribute, one after the other; a failed part does not stop the rest.
 */
async function runParts(platform: Platform, parts: readonly Job[]): Promise<number> {
  let done = 0;
  const failures: unknown[] = [];
  for (const part of parts) {
    try {
      done += await part.run(platform);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return done;
}

export function createJobs(platform: () => Platform, jobs: readonly Job[]): Jobs {
  const byName = new Map<string, Job[]>();
  for (const job of jobs) {
    const before = byName.get(job.name) ?? [];
    // A job takes the position of its last part, so that it does not send reminders about something another job has yet to
    // settle.
    byName.delete(job.name);
    byName.set(job.name, [...before, job]);
  }
  const running = new Map<string, Promise<number>>();
  const timers: NodeJS.Timeout[] = [];
  const ending = new AbortController();
  const partsOf = (name: string): Job[] => {
    const parts = byName.get(name);
    if (!parts) throw new Error(`Unknown job ${name}`);
    return parts;
  };
  const everyMs = (name: string): number => Math.min(...partsOf(name).map((part) => part.everyMs));
  const run = (name: string): Promise<number> => {
    const parts = partsOf(name);
    const under = running.get(name);
    if (under) return under;
    const turn = tracedRound(platform().tracing, name, () => runParts(platform(), parts)).finally(() =>
      running.delete(name),
    );
    running.set(name, turn);
    return turn;
  };
  const tick = async (name: string): Promise<void> => {
    const began = platform().clock.wall();
    const handled = await run(name).catch((error) => {
      platform().log.error({ job: name, err: error }, 'job failed');
      return undefined;
    });
    await keepJobRun(platform(), { name, everyMs: everyMs(name), began, handled });
  };
  /** Runs, within a minute, what no node has run for its interval: nodes may be replaced more often than that. */
  const runOverdue = async (): Promise<void> => {
    const runs = await jobRuns(platform()).catch((error) => {
      platform().log.warn({ err: error }, 'runs of jobs not read');
      return undefined;
    });
    if (!runs || ending.signal.aborted) return;
    const ended = new Map(runs.map((one) => [one.name, one.ended_at.getTime()]));
    const wall = platform().clock.wall();
    for (const name of byName.keys()) {
      const isOverdue = wall - (ended.get(name) ?? 0) >= everyMs(name);
      if (everyMs(name) > FREQUENT_MS && isOverdue)
        timers.push(setTimeout(() => tick(name), Math.random() * FREQUENT_MS));
    }
  };
  return {
    names: () => [...byName.keys()],
    everyMs,
    run,
    async settle() {
      for (let round = 0; round < 5; round++) {
        let done = 0;
        for (const name of byName.keys()) done += await run(name);
        if (done === 0) return;
      }
    },
    start() {
      for (const name of byName.keys()) {
        const every = everyMs(name);
        // Runs are spread over the interval, so that nodes started together do not scan at the same time.
        timers.push(setInterval(() => tick(name), every + Math.floor(Math.random() * every * 0.1)));
        // A frequent job also runs soon after the start, to find work left behind by a dead process.
        if (every <= FREQUENT_MS) timers.push(setTimeout(() => tick(name), Math.random() * FIRST_MS));
      }
      void runOverdue();
    },
    stopping: ending.signal,
    async stop() {
      ending.abort();
      for (const timer of timers) clearInterval(timer);
      await Promise.allSettled(running.values());
    },
  };
}
