import sql from 'sql-template-tag';
import type { House } from './house.ts';

/** How a job ran last, on whichever node: milliseconds, rows handled, and when it failed last. */
export type JobRun = {
  name: string;
  every_ms: number;
  ended_at: Date;
  took_ms: number;
  handled: number;
  failed_at: Date | null;
};

type Ended = { name: string; everyMs: number; began: number; handled: number | undefined };

/**
 * Keeps that a job ended just now; `handled` undefined = it failed. Times are the machine's: a job is late by the real
 * clock, whatever the product's says. Never throws: what could not be kept is told by the next run.
 */
export async function keepJobRun(house: House, { name, everyMs, began, handled }: Ended): Promise<void> {
  const ended = new Date(house.clock.wall());
  const took = Math.max(0, Math.round(ended.getTime() - began));
  const failed = handled === undefined ? ended : null;
  await house.db.global
    .one(sql`
      insert into job_run as r (name, every_ms, ended_at, took_ms, handled, failed_at)
      values (${name}, ${everyMs}, ${ended}, ${took}, ${handled ?? 0}, ${failed}::timestamptz)
      on conflict (name) do update set every_ms = excluded.every_ms, ended_at = excluded.ended_at,
        took_ms = excluded.took_ms, handled = excluded.handled, failed_at = coalesce(excluded.failed_at, r.failed_at)
      returning name`)
    .catch((error) => house.log.warn({ job: name, err: error }, 'run of a job not kept'));
}

/** The last run of every job that ever ran. */
export const jobRuns = (house: House): Promise<JobRun[]> =>
  house.db.global.many<JobRun>(sql`select * from job_run order by name`);
