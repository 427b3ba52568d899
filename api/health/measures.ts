import { setTimeout as pause } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import { monthsState } from '../platform/database/months.ts';
import { jobRuns } from '../platform/job-runs.ts';
import type { Platform } from '../platform/platform.ts';
import { queues } from './queues.ts';

/** Milliseconds for which the values read are reused, however often they are requested. */
const KEPT_MS = 15_000;
/** Values that take longer are missing from a response, which does not wait for them. */
const PATIENCE_MS = 3_000;

/**
 * Adds the measures of the whole installation to `/metrics`: queues and jobs, as every node sees them. One process per node reads
 * them; across nodes the highest value counts (`max`).
 */
export function measureInstallation(platform: Platform): void {
  const { registry } = platform.metrics;
  const registers = [registry];
  const read = async () => {
    const now = platform.clock.now().getTime();
    const [waiting, jobs, months] = await Promise.all([
      queues(platform),
      jobRuns(platform),
      monthsState(platform.db, new Date(now)),
    ]);
    return { now, waiting, jobs, months };
  };
  type Facts = Awaited<ReturnType<typeof read>>;
  let kept: { facts: Promise<Facts | undefined>; until: number } | undefined;
  const facts = (): Promise<Facts | undefined> => {
    if (platform.siblings.number !== 1) return Promise.resolve(undefined);
    if (!kept || kept.until < performance.now()) {
      const asked = read().catch(() => undefined);
      kept = {
        facts: Promise.race([asked, pause(PATIENCE_MS, undefined, { ref: false })]),
        until: performance.now() + KEPT_MS,
      };
    }
    return kept.facts;
  };
  const gauge = (
    name: string,
    help: string,
    label: 'queue' | 'job' | 'table',
    values: (facts: Facts) => readonly (readonly [of: string, value: number])[],
  ) =>
    new Gauge({
      ...{ name, help, labelNames: [label], aggregator: 'max', registers },
      async collect() {
        const found = await facts();
        // Values that cannot be read are missing instead of outdated.
        this.reset();
        for (const [of, value] of found ? values(found) : []) this.set({ [label]: of }, value);
      },
    });
  gauge('orbita_queue_waiting', 'Due items of a queue, over all tenants', 'queue', ({ waiting }) =>
    waiting.map(({ name, waiting: count }) => [name, count]),
  );
  gauge('orbita_queue_oldest_seconds', 'Age of the oldest due item of a queue; 0 = none', 'queue', (found) =>
    found.waiting.map(({ name, oldest }) => [
      name,
      oldest ? Math.max(0, (found.now - oldest.getTime()) / 1000) : 0,
    ]),
  );
  gauge('orbita_job_ended_seconds', 'When a job last ended on any node, since 1970', 'job', ({ jobs }) =>
    jobs.map(({ name, ended_at }) => [name, ended_at.getTime() / 1000]),
  );
  const { names, everyMs } = platform.jobs;
  gauge('orbita_job_every_seconds', 'How often a job is to run', 'job', ({ jobs }) => [
    ...jobs.map(({ name, every_ms }) => [name, every_ms / 1000] as const),
    ...names().map((name) => [name, everyMs(name) / 1000] as const),
  ]);
  // The last run of a job that never ran cannot be late, so its age counts from the start of a process that knows it.
  gauge('orbita_job_known_seconds', 'Since when this node knows a job, since 1970', 'job', () =>
    names().map((name) => [name, platform.startedAt / 1000]),
  );
  gauge('orbita_job_took_seconds', 'How long the last run of a job took', 'job', ({ jobs }) =>
    jobs.map(({ name, took_ms }) => [name, took_ms / 1000]),
  );
  gauge('orbita_job_failing', '1 while the last run of a job failed', 'job', ({ jobs }) =>
    jobs.map(({ name, ended_at, failed_at }) => [name, failed_at?.getTime() === ended_at.getTime() ? 1 : 0]),
  );
  gauge('orbita_months_ahead', 'Months to come for which a table has a part', 'table', ({ months }) =>
    months.map(({ table, ahead }) => [table, ahead]),
  );
  gauge('orbita_months_left_bytes', 'Size of what no month of a table took; 0 = nothing', 'table', (found) =>
    found.months.map(({ table, left }) => [table, left]),
  );
}
