import type { ExportFormat, ExportList, ExportState } from '@orbita/domain/export';
import sql, { type Sql } from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';
import type { Service } from '../platform/http/context.ts';
import { leaseEnd } from '../platform/lease.ts';
import type { Platform } from '../platform/platform.ts';
import { publishToTeam } from '../platform/team-events.ts';
import type { ExportQuery } from './list-source.ts';

/** Channel that notifies every node that a file was requested. */
export const EXPORT_CHANNEL = 'orbita_export';
/** Number of files of one tenant created at once. */
const AT_ONCE = 3;
/** Number of processes that may die while creating a file before it is abandoned. */
const MOST_ATTEMPTS = 3;
/** Number of files shown to a person. */
const SHOWN = 20;

/** A requested file, as stored. */
export type Job = {
  id: number;
  asker: string;
  staff_id: number | null;
  list: ExportList;
  format: ExportFormat;
  query: ExportQuery;
  columns: string[];
  reason: string | null;
  institutions: string[] | null;
  state: ExportState;
  rows: number;
  estimated: number | null;
  attempt: number;
  lease_until: Date | null;
  storage_key: string | null;
  created_at: Date;
  expires_at: Date | null;
};

/** Key of the requester, who may have only one file in progress. */
export const askerOf = ({ staff, tokenId }: Pick<Service, 'staff' | 'tokenId'>): string => {
  if (staff) return `staff:${staff.id}`;
  return tokenId === null ? 'platform' : `token:${tokenId}`;
};

/** Publishes the progress to the requester's pages (spec-console 25.19). */
const publishProgress = async (
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  { id, rows, state, staff_id: staffId }: Pick<Job, 'id' | 'rows' | 'state' | 'staff_id'>,
): Promise<void> => {
  if (staffId === null) return;
  publishToTeam(tx, platform, { type: 'export.progress', data: { id, rows, state }, staffId });
};

export type Wish = Pick<
  Job,
  'asker' | 'list' | 'format' | 'query' | 'columns' | 'reason' | 'institutions'
> & {
  staffId: number | null;
};

/** Stores a request; undefined when the requester already has one in progress. */
export async function insertWish(tx: Tx, platform: Platform, wish: Wish): Promise<Job | undefined> {
  const made = await tx.one<Job>(sql`
    insert into export_job (tenant_id, asker, staff_id, list, format, query, columns, reason, institutions, state,
      created_at)
    values (${tx.tenantId}, ${wish.asker}, ${wish.staffId}::bigint, ${wish.list}, ${wish.format},
      ${JSON.stringify(wish.query)}::jsonb, ${JSON.stringify(wish.columns)}::jsonb, ${wish.reason}::text,
      ${wish.institutions === null ? null : JSON.stringify(wish.institutions)}::jsonb, 'waiting',
      ${platform.clock.now()}::timestamptz)
    on conflict (tenant_id, asker) where state in ('waiting', 'running') do nothing returning *`);
  if (!made) return undefined;
  await publishProgress(tx, platform, made);
  tx.notify(EXPORT_CHANNEL, String(tx.tenantId));
  return made;
}

export const jobsOf = (on: Runner, asker: string): Promise<Job[]> =>
  on.many<Job>(sql`
    select * from export_job where tenant_id = ${on.tenantId} and asker = ${asker} order by id desc limit ${SHOWN}::int`);

/** A file of a requester; undefined when it does not exist or belongs to somebody else. */
export const jobOf = (on: Runner, asker: string, id: number, lock: Sql = sql``): Promise<Job | undefined> =>
  on.one<Job>(sql`
    select * from export_job where tenant_id = ${on.tenantId} and id = ${id} and asker = ${asker} ${lock}`);

const underWay = (tx: Tx): Promise<Job[]> =>
  tx.many<Job>(sql`
    select * from export_job where tenant_id = ${tx.tenantId} and state in ('waiting', 'running') order by id for update`);

/** Ends an export in progress without a file. */
export async function endJob(
  tx: Tx,
  platform: Platform,
  job: Pick<Job, 'id' | 'attempt'>,
  state: 'failed' | 'cancelled',
): Promise<boolean> {
  const ended = await tx.one<Job>(sql`
    update export_job set state = ${state}, lease_until = null, ended_at = ${platform.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${job.id} and attempt = ${job.attempt}::int
      and state in ('waiting', 'running') returning *`);
  if (ended) await publishProgress(tx, platform, ended);
  return ended !== undefined;
}

/**
 * Claims the next file of a tenant, for as long as its lease is renewed. Files left by a dead process come first and start from
 * the beginning; a file over which several processes died is abandoned.
 */
export async function claimJob(platform: Platform, tenantId: number): Promise<Job | undefined> {
  const some = await platform.db.tenant(tenantId).one(sql`
    select id from export_job where tenant_id = ${tenantId} and state in ('waiting', 'running') limit 1`);
  return some ? platform.db.write(tenantId, (tx) => claimIn(tx, platform)) : undefined;
}

async function claimIn(tx: Tx, platform: Platform): Promise<Job | undefined> {
  const open = await underWay(tx);
  const wall = new Date(platform.clock.wall());
  const left = open.filter(({ lease_until: until }) => until !== null && until <= wall);
  const given = left.filter(({ attempt }) => attempt >= MOST_ATTEMPTS);
  for (const job of given) await endJob(tx, platform, job, 'failed');
  const alive = open.filter(({ lease_until: until }) => until !== null && until > wall).length;
  if (alive >= AT_ONCE) return undefined;
  const next =
    left.find(({ attempt }) => attempt < MOST_ATTEMPTS) ?? open.find(({ state }) => state === 'waiting');
  if (!next) return undefined;
  const taken = await tx.one<Job>(sql`
      update export_job set state = 'running', attempt = attempt + 1, rows = 0,
        lease_until = ${leaseEnd(platform)}::timestamptz
      where tenant_id = ${tx.tenantId} and id = ${next.id} returning *`);
  if (taken) await publishProgress(tx, platform, taken);
  return taken;
}

/** The row of a file on which this attempt is still working. */
const mine = (tenantId: number, { id, attempt }: Pick<Job, 'id' | 'attempt'>): Sql => sql`
  tenant_id = ${tenantId} and id = ${id} and attempt = ${attempt}::int and state = 'running'`;

export const renewJob = (platform: Platform, tenantId: number, job: Job, until: Date): Promise<unknown> =>
  platform.db.tenant(tenantId).many(sql`
    update export_job set lease_until = ${until}::timestamptz where ${mine(tenantId, job)} returning id`);

/** Returns a file that this process has no time to create: it waits again, and every node is notified immediately. */
export const giveBack = (platform: Platform, tenantId: number, job: Job): Promise<void> =>
  platform.db.write(tenantId, async (tx) => {
    const waiting = await tx.one<Job>(sql`
      update export_job set state = 'waiting', attempt = attempt - 1, rows = 0, lease_until = null
      where ${mine(tenantId, job)} returning *`);
    if (!waiting) return;
    await publishProgress(tx, platform, waiting);
    tx.notify(EXPORT_CHANNEL, String(tenantId));
  });

/** Records the progress. False when it was cancelled or another process is working on it. */
export const noteProgress = (
  platform: Platform,
  tenantId: number,
  job: Job,
  { rows, estimated }: { rows: number; estimated: number },
): Promise<boolean> =>
  platform.db.write(tenantId, async (tx) => {
    const noted = await tx.one<Job>(sql`
      update export_job set rows = ${rows}::int, estimated = ${estimated}::int where ${mine(tenantId, job)} returning *`);
    if (noted) await publishProgress(tx, platform, noted);
    return noted !== undefined;
  });

/** Makes the file available once it is completely stored. False when it is no longer wanted. */
export const offerFile = (
  platform: Platform,
  tenantId: number,
  job: Job,
  { rows, key, until }: { rows: number; key: string; until: Date },
): Promise<boolean> =>
  platform.db.write(tenantId, async (tx) => {
    const ready = await tx.one<Job>(sql`
      update export_job set state = 'ready', rows = ${rows}::int, storage_key = ${key}::text, lease_until = null,
        ended_at = ${platform.clock.now()}::timestamptz, expires_at = ${until}::timestamptz
      where ${mine(tenantId, job)} returning *`);
    if (ready) await publishProgress(tx, platform, ready);
    return ready !== undefined;
  });

/** Expires the file; returns its storage key, undefined when there is none. */
export async function expireJob(tx: Tx, platform: Platform, id: number): Promise<string | undefined> {
  const before = await tx.one<{ storage_key: string }>(sql`
    select storage_key from export_job where tenant_id = ${tx.tenantId} and id = ${id} and state = 'ready' for update`);
  if (!before) return undefined;
  const over = await tx.one<Job>(sql`
    update export_job set state = 'expired', storage_key = null where tenant_id = ${tx.tenantId} and id = ${id}
    returning *`);
  if (over) await publishProgress(tx, platform, over);
  return before.storage_key;
}

export const expiredJobs = (on: Runner, now: Date): Promise<{ id: number }[]> =>
  on.many(sql`
    select id from export_job where tenant_id = ${on.tenantId} and state = 'ready'
      and expires_at <= ${now}::timestamptz order by expires_at limit 500`);
