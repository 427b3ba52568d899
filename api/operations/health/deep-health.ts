import { mkdir, statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { House } from '../../platform/house.ts';
import { jobRuns } from '../../platform/job-runs.ts';
import { health } from '../../tenancy/index.ts';
import { diskStatus, jobStatus, overall, type Part, queueStatus } from './judge.ts';
import { queues } from './queues.ts';

/** Queues of many tenants are counted; a monitor does not wait longer. */
const PATIENCE_MS = 5_000;
const DOWN: Part = { status: 'down' };

async function diskPart(house: House): Promise<Part> {
  await mkdir(house.config.dataDir, { recursive: true });
  const { bavail, blocks, bsize } = await statfs(house.config.dataDir);
  const [free, size] = [bavail * bsize, blocks * bsize];
  return { status: diskStatus({ free, size }), freeBytes: free, sizeBytes: size };
}

async function queueParts(house: House): Promise<Record<string, Part>> {
  const now = house.clock.now().getTime();
  const parts = (await queues(house)).map(({ name, waiting, oldest }) => {
    const waited = oldest ? Math.max(0, Math.round((now - oldest.getTime()) / 1000)) : null;
    return [name, { status: queueStatus(name, waited), waiting, oldestSeconds: waited }] as const;
  });
  return Object.fromEntries(parts);
}

/** Jobs that no node ever ran are late as well: without a worker nothing leaves. */
async function jobParts(house: House): Promise<Record<string, Part>> {
  const wall = house.clock.wall();
  const known = new Map((await jobRuns(house)).map((run) => [run.name, run]));
  const parts = house.jobs.names().map((name): [string, Part] => {
    const run = known.get(name);
    if (!run) return [name, { status: 'degraded', endedAt: null }];
    const failedLast = run.failed_at?.getTime() === run.ended_at.getTime();
    const endedMsAgo = wall - run.ended_at.getTime();
    return [
      name,
      {
        status: jobStatus({ everyMs: run.every_ms, endedMsAgo, failedLast }),
        endedAt: run.ended_at.toISOString(),
        tookMs: run.took_ms,
        handled: run.handled,
        failedAt: run.failed_at?.toISOString() ?? null,
      },
    ];
  });
  return Object.fromEntries(parts);
}

/** A part that cannot be asked, or does not answer in time, is down; the others are still told of. */
const asked = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([work.catch(() => otherwise), pause(PATIENCE_MS, otherwise, { ref: false })]);

/**
 * State of the whole installation, for monitors and people on call (R17): database, disk of the files, age of the
 * queues, last runs of the jobs. `down` = people are not served; `degraded` = somebody has to look.
 */
export async function deepHealth(house: House) {
  const [ready, disk, waiting, jobs] = await Promise.all([
    health(house),
    asked(diskPart(house), DOWN),
    asked(queueParts(house), {}),
    asked(jobParts(house), {}),
  ]);
  const database: Part = { status: ready.status === 200 ? 'ok' : 'down' };
  const status = overall([database, disk, ...Object.values(waiting), ...Object.values(jobs)]);
  return {
    status,
    build: house.config.build,
    now: house.clock.now().toISOString(),
    database,
    disk,
    queues: waiting,
    jobs,
  };
}
