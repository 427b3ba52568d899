import { setTimeout as pause } from 'node:timers/promises';
import { jobRuns } from '../platform/job-runs.ts';
import type { Platform } from '../platform/platform.ts';
import { health } from '../tenancy/health.ts';
import { academicPart } from './academic.ts';
import { backupPart, erasurePart } from './erasures.ts';
import { diskStatus, jobStatus, overall, type Part, queueStatus } from './judge.ts';
import { QUEUES, queues } from './queues.ts';
import { scannerPart } from './scanner.ts';

/** Counting the queues of many tenants takes time, and a monitor does not wait longer than this. */
const PATIENCE_MS = 5_000;
const DOWN: Part = { status: 'down' };
/** Used for parts whose failure affects no candidate. */
const DOWN_ALONE: Part = { status: 'degraded' };

/** The parts of a list of which none could be checked. */
const uncounted = (names: readonly string[]): Record<string, Part> =>
  Object.fromEntries(names.map((name) => [name, DOWN_ALONE]));

/** Where files are stored: free space of the disk, or whether the bucket responds, without which only files fail. */
async function storePart(platform: Platform): Promise<Part> {
  const state = await platform.files.state();
  if (state.kind === 'bucket') return { status: 'ok', bucket: true };
  const { free, size } = state;
  return { status: diskStatus({ free, size }), freeBytes: free, sizeBytes: size };
}

async function queueParts(platform: Platform): Promise<Record<string, Part>> {
  const now = platform.clock.now().getTime();
  const parts = (await queues(platform)).map(({ name, waiting, oldest }) => {
    const waited = oldest ? Math.max(0, Math.round((now - oldest.getTime()) / 1000)) : null;
    return [name, { status: queueStatus(name, waited), waiting, oldestSeconds: waited }] as const;
  });
  return Object.fromEntries(parts);
}

/**
 * A job that never ran on any node is late like one that ended when this process started: a new installation is healthy, and
 * one without a worker, which sends nothing, is not for long.
 */
async function jobParts(platform: Platform): Promise<Record<string, Part>> {
  const { clock, jobs, startedAt } = platform;
  const wall = clock.wall();
  const known = new Map((await jobRuns(platform)).map((run) => [run.name, run]));
  const parts = jobs.names().map((name): [string, Part] => {
    const run = known.get(name);
    if (!run) {
      const waited = { everyMs: jobs.everyMs(name), endedMsAgo: wall - startedAt, failedLast: false };
      return [name, { status: jobStatus(waited), endedAt: null }];
    }
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

/** A part that cannot be checked, or does not respond in time, is down; the others are still reported. */
const asked = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([work.catch(() => otherwise), pause(PATIENCE_MS, otherwise, { ref: false })]);

/**
 * Health of the whole installation, for monitors and people on call (R17): database, processes of this node, disk of the files,
 * age of the queues, last runs of the jobs. `down` = users are not served; `degraded` = an operator has to look.
 */
export async function deepHealth(platform: Platform) {
  const [ready, disk, waiting, jobs, academic, erasures, backups, scanner] = await Promise.all([
    health(platform),
    asked(storePart(platform), platform.config.bucket ? { ...DOWN_ALONE, bucket: true } : DOWN),
    asked(queueParts(platform), uncounted(QUEUES)),
    asked(jobParts(platform), uncounted(platform.jobs.names())),
    asked(academicPart(platform), DOWN_ALONE),
    asked(erasurePart(platform), DOWN_ALONE),
    asked(backupPart(platform), DOWN_ALONE),
    asked(scannerPart(platform), DOWN_ALONE),
  ]);
  const { siblings } = platform;
  const processes: Part = {
    status: siblings.serving() < siblings.of ? 'degraded' : 'ok',
    serving: siblings.serving(),
    of: siblings.of,
  };
  const database: Part = { status: ready.status === 200 ? 'ok' : 'down' };
  const status = overall([
    database,
    processes,
    disk,
    academic,
    erasures,
    backups,
    scanner,
    ...Object.values(waiting),
    ...Object.values(jobs),
  ]);
  return {
    status,
    build: platform.config.build,
    now: platform.clock.now().toISOString(),
    database,
    processes,
    disk,
    queues: waiting,
    jobs,
    academicCatalogues: academic,
    erasures,
    backups,
    scanner,
  };
}
