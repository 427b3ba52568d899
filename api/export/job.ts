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

/** Number of files that one process creates at once. */
const AT_ONCE = 3;
/** Rows after which the progress of a file is published and checked against cancellation (spec-console 25.3.6). */
const PROGRESS_EVERY = 5_000;
/** How often a process that is creating files checks for further ones. */
const LOOK_MS = 500;
const HOUR_MS = 3600_000;

/** Up to this number of rows is written in this thread, because starting another one would take longer. */
const FEW = 2_000;

/** The export was cancelled, or another process is working on it. */
class Stopped extends Error {}
/** This process is stopping; another one will create the file. */
class GivenBack extends Error {}

/** Sealed pieces of an attempt's file; records its progress from time to time. */
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

/** Creates the file of an attempt and makes it available; deletes it if it is no longer wanted. */
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

/** The original error; the file store wraps errors raised while the file is generated. */
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

/** The tenant whose file was started last; the tenants after it come first. */
let last = 0;

/**
 * Starts at most one more file of each tenant, in turn. A single tenant never takes up all concurrent files, so that others need
 * not wait for it. Returns how many were started.
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

/** Creates requested files, several at once, and checks for further ones meanwhile. */
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

/** Creates files of lists (spec-console 25.3.6). */
export const exportJob: BackgroundJob = { name: 'export', everyMs: 15_000, run };

/** Expires one file. If the store is down, `storage-sweep` deletes what is left. */
export async function takeBack(tx: Tx, platform: Platform, id: number): Promise<boolean> {
  const key = await expireJob(tx, platform, id);
  if (key === undefined) return false;
  const failed = (error: unknown) => platform.log.warn({ err: error, export: id }, 'export not deleted');
  tx.afterCommit(() => void platform.files.delete(key).catch(failed));
  return true;
}

/** Deletes files whose retention has ended (`ExportKeepHours`). */
export const exportSweep: BackgroundJob = {
  name: 'export-sweep',
  everyMs: 300_000,
  run: (platform) =>
    forDueTenants(platform, 'export-sweep', async (tenantId) => {
      let done = 0;
      for (const { id } of await expiredJobs(platform.db.tenant(tenantId), platform.clock.now()))
        if (await platform.db.write(tenantId, (tx) => takeBack(tx, platform, id))) done += 1;
      return done;
    }),
};

/** Runs the job as soon as somebody requests a file on any node. Returns a function that stops it. */
export const wakeExports = (platform: Platform): Promise<() => Promise<void>> =>
  wakeJob(platform, EXPORT_CHANNEL, exportJob.name);
