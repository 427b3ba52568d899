import type { House } from './house.ts';
import { keepJobRun } from './job-runs.ts';

/**
 * A job looks for rows that became due by the product's clock and handles them; it may run at any time, twice, and on
 * several machines at once. Returns how many it handled.
 */
export type Job = { name: string; everyMs: number; run: (house: House) => Promise<number> };

const FREQUENT_MS = 60_000;
const FIRST_MS = 1_000;

export interface Jobs {
  names(): string[];
  /** Runs one job now; concurrent calls of one process share a run. Throws on an unknown name. */
  run(name: string): Promise<number>;
  /** Runs every job until none finds anything more to do (used when the test clock is moved). */
  settle(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** Several rooms may have a part in one job: parts of one name run one after the other, and one that fails stops none. */
async function runParts(house: House, parts: readonly Job[]): Promise<number> {
  let done = 0;
  const failures: unknown[] = [];
  for (const part of parts) {
    try {
      done += await part.run(house);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return done;
}

export function createJobs(house: () => House, jobs: readonly Job[]): Jobs {
  const byName = new Map<string, Job[]>();
  for (const job of jobs) {
    const before = byName.get(job.name) ?? [];
    // A job stands where its last part does: nobody is reminded of what another job has yet to settle.
    byName.delete(job.name);
    byName.set(job.name, [...before, job]);
  }
  const running = new Map<string, Promise<number>>();
  const timers: NodeJS.Timeout[] = [];
  const run = (name: string): Promise<number> => {
    const parts = byName.get(name);
    if (!parts) throw new Error(`Unknown job ${name}`);
    const under = running.get(name);
    if (under) return under;
    const turn = runParts(house(), parts).finally(() => running.delete(name));
    running.set(name, turn);
    return turn;
  };
  return {
    names: () => [...byName.keys()],
    run,
    async settle() {
      for (let round = 0; round < 5; round++) {
        let done = 0;
        for (const name of byName.keys()) done += await run(name);
        if (done === 0) return;
      }
    },
    start() {
      for (const [name, parts] of byName) {
        const everyMs = Math.min(...parts.map((part) => part.everyMs));
        // Spread over the interval, so that nodes started together do not scan together.
        const tick = async () => {
          const began = house().clock.wall();
          const handled = await run(name).catch((error) => {
            house().log.error({ job: name, err: error }, 'job failed');
            return undefined;
          });
          await keepJobRun(house(), { name, everyMs, began, handled });
        };
        timers.push(setInterval(tick, everyMs + Math.floor(Math.random() * everyMs * 0.1)));
        // What a process that died left waiting is looked for at once.
        if (everyMs <= FREQUENT_MS) timers.push(setTimeout(tick, Math.random() * FIRST_MS));
      }
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.allSettled(running.values());
    },
  };
}
