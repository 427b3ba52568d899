import sql, { join, raw } from 'sql-template-tag';
import { PART } from '../platform/files/storage.ts';
import { STORED_KEYS } from '../platform/files/stored-keys.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';

/**
 * A file is written before its row, so younger files may still get theirs. Uses the machine's time, as file
 * times do.
 */
const YOUNG_MS = 24 * 3600_000;
/** No write takes longer; an older partial file was left by a crashed process. */
const WRITING_MS = 3600_000;

const knownKeys = async (platform: Platform, tenantId: number): Promise<Set<string>> => {
  const each = STORED_KEYS.map(
    ({ table, column, many }) =>
      sql`select ${raw(many ? `unnest(${column})` : column)} as key from ${raw(table)} where tenant_id = ${tenantId}`,
  );
  const rows = await platform.db.tenant(tenantId).many<{ key: string }>(sql`
    select key from (${join(each, ' union all ')}) k where key <> ''`);
  return new Set(rows.map(({ key }) => key));
};

async function sweepTenant(platform: Platform, tenantId: number): Promise<number> {
  const prefix = `tenants/${tenantId}/`;
  // Files are listed before rows are read: a file stored in between has a row by then, or is young.
  const stored: string[] = [];
  let paginationToken: string | undefined;
  do {
    const page = await platform.files.listAll(prefix, {
      recursive: true,
      ...(paginationToken ? { paginationToken } : {}),
    });
    for (const one of page.objects) if (one.isFile) stored.push(one.key);
    paginationToken = page.paginationToken;
  } while (paginationToken);
  const known = await knownKeys(platform, tenantId);
  let done = 0;
  for (const key of stored.filter((one) => !known.has(one))) {
    const { lastModified } = await platform.files.getMetaData(key);
    const young = key.endsWith(PART) ? WRITING_MS : YOUNG_MS;
    if (lastModified.getTime() > platform.clock.wall() - young) continue;
    await platform.files.delete(key);
    done += 1;
  }
  return done;
}

async function run(platform: Platform): Promise<number> {
  let done = 0;
  for (const tenantId of await platform.db.tenantIds()) {
    try {
      done += await sweepTenant(platform, tenantId);
    } catch (error) {
      // No folder yet, or the storage is down: the next sweep tries again.
      platform.log.debug({ err: error, tenantId }, 'storage not swept');
    }
  }
  return done;
}

/** Deletes files without a row from the storage. */
export const sweepJob: Job = { name: 'storage-sweep', everyMs: 6 * 3600_000, run };
