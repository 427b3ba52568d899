import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { BATCH } from '../../platform/database/batches.ts';
import { forAllTenants } from '../../platform/due.ts';
import { sealOf, storePieces } from '../../platform/files/storage.ts';
import { sealedStream } from '../../platform/files/vault.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Archive, archiveContent, checkArchive, FIRST, readArchive } from './archive-file.ts';

/** Maximum number of files per run and tenant; an installation that starts archiving creates the others later. */
const FILES = 12;

/** The newest file, and the end of the next one: whole days of a single month, all older than the retention period. */
type Standing = { newest: (Archive & { removed_at: string | null }) | null; before: Date | null };

const standingOf = (platform: Platform, tenantId: number, months: number): Promise<Standing | undefined> => {
  const end = sql`date_trunc('day',
    (${platform.clock.now()}::timestamptz at time zone t.time_zone) - make_interval(months => ${months}::int))`;
  return platform.db.tenant(tenantId).one<Standing>(sql`
    select (select to_jsonb(f) from audit_archive f where f.tenant_id = t.id order by f.number desc limit 1) as newest,
      (select least(${end}, date_trunc('month', o.at at time zone t.time_zone) + interval '1 month') at time zone t.time_zone
        from (select a.at from audit_log a where a.tenant_id = t.id order by a.at limit 1) o
        where o.at < (${end} at time zone t.time_zone)) as before
    from tenant t where t.id = ${tenantId}`);
};

/** Writes the next file, followed by its row; leaves nothing if another node was faster. */
async function write(
  platform: Platform,
  tenantId: number,
  newest: Archive | null,
  before: Date,
): Promise<void> {
  const on = platform.db.tenant(tenantId);
  const [number, previous] = [(newest?.number ?? 0) + 1, newest?.hash ?? FIRST];
  const key = `tenants/${tenantId}/audit/${number}-${randomUUID()}.jsonl`;
  const { content, written } = archiveContent(on, { number, previous, before });
  await storePieces(platform, key, sealedStream(sealOf(platform, tenantId, key), content));
  // Another node may have deleted the entries meanwhile, or have written a file with this number.
  const [made] =
    written.lines === 0
      ? []
      : await on.many(sql`
          insert into audit_archive (tenant_id, number, before, lines, first_at, last_at, last_id, previous_hash, hash,
            storage_key, made_at)
          values (${tenantId}, ${number}::int, ${before}::timestamptz, ${written.lines}::int,
            ${written.firstAt}::timestamptz, ${written.lastAt}::timestamptz, ${written.lastId}::bigint, ${previous}::text,
            ${written.hash}::text, ${key}::text, ${platform.clock.now()}::timestamptz)
          on conflict (tenant_id, number) do nothing returning number`);
  if (!made) return platform.files.delete(key);
  // The log keeps the hash out of reach of somebody who can write to the database and the store.
  platform.log.info(
    { tenantId, archive: number, lines: written.lines, hash: written.hash },
    'audit archived',
  );
}

/** Deletes the entries of a file from the audit, after reading the file to its end. Returns how many were still there. */
async function remove(platform: Platform, tenantId: number, archive: Archive): Promise<number> {
  const on = platform.db.tenant(tenantId);
  await checkArchive(platform, tenantId, archive);
  let done = 0;
  let ids: number[] = [];
  const drop = async () => {
    const rows = await on.many(sql`
      delete from audit_log where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) returning 1`);
    done += rows.length;
    ids = [];
  };
  for await (const line of readArchive(platform, tenantId, archive)) {
    ids.push((JSON.parse(line) as { id: number }).id);
    if (ids.length === BATCH) await drop();
  }
  await drop();
  await on.one(sql`
    update audit_archive set removed_at = ${platform.clock.now()}::timestamptz
    where tenant_id = ${tenantId} and number = ${archive.number}::int and removed_at is null returning number`);
  return done;
}

/** Moves expired entries out of the audit of a tenant, file by file; work begun by a process that died comes first. */
async function archiveTenant(platform: Platform, tenantId: number, months: number): Promise<number> {
  let done = 0;
  for (let files = 0; files < FILES && !platform.jobs.stopping.aborted; files++) {
    const standing = await standingOf(platform, tenantId, months);
    const { newest = null, before = null } = standing ?? {};
    if (newest && newest.removed_at === null) done += await remove(platform, tenantId, newest);
    else if (before) await write(platform, tenantId, newest, before);
    else break;
  }
  return done;
}

/** Moves audit entries older than `ORBITA_AUDIT_MONTHS` into sealed files; does nothing without that setting. */
export const auditArchiveJob: Job = {
  name: 'audit-archive',
  everyMs: 3600_000,
  run: async (platform) => {
    const { auditMonths: months } = platform.config;
    return months === undefined
      ? 0
      : forAllTenants(platform, (tenantId) => archiveTenant(platform, tenantId, months));
  },
};
