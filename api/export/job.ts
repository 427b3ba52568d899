import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { chosenColumns } from '@orbita/domain/export';
import type { Runner, Tx } from '../platform/database/types.ts';
import { dueTenants, forDueTenants } from '../platform/due.ts';
import { sealOf, storePieces } from '../platform/files/storage.ts';
import type { Job as BackgroundJob } from '../platform/jobs.ts';
import { underLease } from '../platform/lease.ts';
import type { Platform } from '../platform/platform.ts';
import { wakeJob } from '../platform/wake.ts';
import { tenantById } from '../tenancy/hosts.ts';
import { parameterOf } from '../tenancy/parameters.ts';
import { TooBig } from './file.ts';
import { piecesInThread } from './in-thread.ts';
import { type Making, piecesOf } from './pieces.ts';
import { measure, type Walk } from './source.ts';
import {
  claimJob,
  EXPORT_CHANNEL,
  endJob,
  expiredJobs,
  expireJob,
  giveBack,
  type Job,
  noteProgress,
  offerFile,
  renewJob,
} from './store.ts';

/** Files that one process makes at once. */
const AT_ONCE = 3;
/** Rows after which the progress of a file is published and it is asked whether it is still wanted (spec-console 25.3.6). */
const PROGRESS_EVERY = 5_000;
/** How often a process that makes files looks for further ones. */
const LOOK_MS = 500;
const HOUR_MS = 3600_000;

/** Rows that are written in this thread: starting another one would take longer. */
const FEW = 2_000;

/** It was cancelled, or another process works on it. */
class Stopped extends Error {}
/** This process ends; another one makes the file. */
class GivenBack extends Error {}

/** Sealed pieces of the file of an attempt; notes from time to time how far it is. */
async function* pieces(
  platform: Platform,
  job: Job,
  making: Making,
  {
    on,
    url,
    total,
    counted,
  }: { on: Runner; url: string | undefined; total: number; counted: { rows: number } },
): AsyncGenerator<Buffer> {
  const { tenantId } = making.walk;
  const note = async () => {
    const wanted = await noteProgress(platform, tenantId, job, {
      rows: counted.rows,
      estimated: Math.max(total, counted.rows),
    });
    if (!wanted) throw new Stopped();
  };
  await note();
  const made = url !== undefined && total > FEW ? piecesInThread(url, making) : piecesOf(on, making);
  let reported = 0;
  for await (const { bytes, rows } of made) {
    if (platform.jobs.stopping.aborted) throw new GivenBack();
    yield bytes;
    counted.rows = rows;
    if (rows - reported < PROGRESS_EVERY) continue;
    reported = rows;
    await note();
  }
}

/** Makes the file of an attempt and offers it; what nobody wants any more is deleted. */
async function make(platform: Platform, tenantId: number, job: Job): Promise<void> {
  const { timeZone: zone } = await tenantById(platform, tenantId);
  const columns = chosenColumns(job.list, job.columns) ?? [];
  const { list, query, institutions } = job;
  const walk: Walk = {
    ...{ tenantId, zone, list, query, institutions, now: platform.clock.now() },
    columns: columns.map(({ key }) => key),
  };
  const key = `tenants/${tenantId}/lists/${randomUUID()}`;
  const counted = { rows: 0 };
  await platform.reads.from(tenantId, async (on, url) => {
    counted.rows = 0;
    const { total, last } = await measure(on, walk);
    const making: Making = {
      ...{ walk, format: job.format, last },
      ...{ heads: columns.map(({ label }) => label), seal: sealOf(platform, tenantId, key) },
    };
    await storePieces(platform, key, pieces(platform, job, making, { on, url, total, counted }));
  });
  const hours = await parameterOf(platform, tenantId, 'ExportKeepHours');
  const until = new Date(platform.clock.now().getTime() + hours * HOUR_MS);
  const offered = await offerFile(platform, tenantId, job, { rows: counted.rows, key, until });
  if (!offered) await platform.files.delete(key).catch(() => undefined);
}

/** The file store wraps what went wrong where the file is made. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : error;

async function attempt(platform: Platform, tenantId: number, job: Job): Promise<void> {
  try {
    await underLease(
      platform,
      (until) => renewJob(platform, tenantId, job, until),
      () => make(platform, tenantId, job),
    );
  } catch (failure) {
    const error = causeOf(failure);
    if (error instanceof Stopped) return;
    if (error instanceof GivenBack) return giveBack(platform, tenantId, job);
    if (!(error instanceof TooBig)) platform.log.error({ err: error, export: job.id }, 'list not exported');
    await platform.db.write(tenantId, (tx) => endJob(tx, platform, job, 'failed'));
  }
}

/** The tenant whose file was begun last; the ones after it are asked first. */
let last = 0;

/**
 * Begins at most one further file of each tenant, in turn. One tenant never has all files that are made at once, so that
 * none waits for another one's. Returns how many were begun.
 */
async function begin(platform: Platform, going: Map<Promise<void>, number>): Promise<number> {
  let begun = 0;
  const ids = await dueTenants(platform, 'export', async (tenantId) =>
    (await claimJob(platform, tenantId)) ? 1 : 0,
  );
  const inOrder = [...ids.filter((id) => id > last), ...ids.filter((id) => id <= last)];
  for (const tenantId of inOrder) {
    if (going.size >= AT_ONCE || platform.jobs.stopping.aborted) break;
    if ([...going.values()].filter((id) => id === tenantId).length >= AT_ONCE - 1) continue;
    const job = await claimJob(platform, tenantId);
    if (!job) continue;
    begun += 1;
    last = tenantId;
    const made = attempt(platform, tenantId, job)
      .catch((error) => platform.log.error({ err: error, export: job.id }, 'export not ended'))
      .finally(() => going.delete(made));
    going.set(made, tenantId);
  }
  return begun;
}

/** Makes what is waited for, some at once, and looks for further ones while it is at it. */
async function run(platform: Platform): Promise<number> {
  const going = new Map<Promise<void>, number>();
  let done = 0;
  do {
    const begun = await begin(platform, going);
    done += begun;
    if (begun === 0 && going.size > 0) await Promise.race([...going.keys(), pause(LOOK_MS)]);
  } while (going.size > 0);
  return done;
}

/** Makes files of lists (spec-console 25.3.6). */
export const exportJob: BackgroundJob = { name: 'export', everyMs: 15_000, run };

/** Takes one file back; when the store is down, what is left of it is deleted by `storage-sweep`. */
export async function takeBack(tx: Tx, platform: Platform, id: number): Promise<boolean> {
  const key = await expireJob(tx, platform, id);
  if (key === undefined) return false;
  const failed = (error: unknown) => platform.log.warn({ err: error, export: id }, 'export not deleted');
  tx.afterCommit(() => void platform.files.delete(key).catch(failed));
  return true;
}

/** Deletes the files that were kept for long enough (`ExportKeepHours`). */
export const exportSweep: BackgroundJob = {
  name: 'export-sweep',
  everyMs: 300_000,
  run: (platform) =>
    forDueTenants(platform, 'export-sweep', async (tenantId) => {
      let done = 0;
      for (const { id } of await expiredJobs(platform.db.tenant(tenantId), tenantId, platform.clock.now()))
        if (await platform.db.write(tenantId, (tx) => takeBack(tx, platform, id))) done += 1;
      return done;
    }),
};

/** Runs the job as soon as somebody asks for a file at any node. Returns how to stop. */
export const wakeExports = (platform: Platform): Promise<() => Promise<void>> =>
  wakeJob(platform, EXPORT_CHANNEL, exportJob.name);
