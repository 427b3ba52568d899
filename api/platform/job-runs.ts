import sql from 'sql-template-tag';
import type { Platform } from './platform.ts';

/** Last run of a job on any node: its duration in milliseconds, the rows handled, and its last failure. */
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
 * Records that a job just ended; `handled` is undefined if it failed. Times are the machine's, because a job is late by the
 * real clock even if the product's clock is set. Never throws: the next run reports what could not be stored.
 */
export async function keepJobRun(
  platform: Platform,
  { name, everyMs, began, handled }: Ended,
): Promise<void> {
  const ended = new Date(platform.clock.wall());
  const took = Math.max(0, Math.round(ended.getTime() - began));
  const failed = handled === undefined ? ended : null;
  await platform.db.global
    .one(sql`
      insert into job_run as r (name, every_ms, ended_at, took_ms, handled, failed_at)
      values (${name}, ${everyMs}, ${ended}, ${took}, ${handled ?? 0}, ${failed}::timestamptz)
      on conflict (name) do update set every_ms = excluded.every_ms, ended_at = excluded.ended_at,
        took_ms = excluded.took_ms, handled = excluded.handled, failed_at = coalesce(excluded.failed_at, r.failed_at)
      returning name`)
    .catch((error) => platform.log.warn({ job: name, err: error }, 'run of a job not kept'));
}

/** The last run of every job that ever ran. */
export const jobRuns = (platform: Platform): Promise<JobRun[]> =>
  platform.db.global.many<JobRun>(sql`select * from job_run order by name`);
