import type { House } from './house.ts';

/**
 * A job looks for rows that became due by the product's clock and handles them; it may run at any time, twice, and on
 * several machines at once. Returns how many it handled.
 */
export type Job = { name: string; everyMs: number; run: (house: House) => Promise<number> };

export interface Jobs {
  names(): string[];
  /** Runs one job now; concurrent calls of one process share a run. Throws on an unknown name. */
  run(name: string): Promise<number>;
  /** Runs every job until none finds anything more to do (used when the test clock is moved). */
  settle(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export function createJobs(house: () => House, jobs: readonly Job[]): Jobs {
  const running = new Map<string, Promise<number>>();
  const timers: NodeJS.Timeout[] = [];
  const run = (name: string): Promise<number> => {
    const job = jobs.find((candidate) => candidate.name === name);
    if (!job) throw new Error(`Unknown job ${name}`);
    const under = running.get(name);
    if (under) return under;
    const turn = job.run(house()).finally(() => running.delete(name));
    running.set(name, turn);
    return turn;
  };
  return {
    names: () => jobs.map((job) => job.name),
    run,
    async settle() {
      for (let round = 0; round < 5; round++) {
        let done = 0;
        for (const job of jobs) done += await run(job.name);
        if (done === 0) return;
      }
    },
    start() {
      for (const job of jobs) {
        // Spread over the interval, so that nodes started together do not scan together.
        const tick = () =>
          void run(job.name).catch((error) => house().log.error({ job: job.name, err: error }, 'job failed'));
        timers.push(setInterval(tick, job.everyMs + Math.floor(Math.random() * job.everyMs * 0.1)));
      }
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.allSettled(running.values());
    },
  };
}
