import sql from 'sql-template-tag';
import { PART } from '../platform/files/storage.ts';
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
  const rows = await platform.db.tenant(tenantId).many<{ key: string }>(sql`
    select storage_key as key from document_file where tenant_id = ${tenantId} and storage_key <> ''
    union all select unnest(pieces) from unfinished_upload where tenant_id = ${tenantId}
    union all select pdf_key from contract_acceptance where tenant_id = ${tenantId} and pdf_key is not null
    union all select file_key from privacy_request where tenant_id = ${tenantId} and file_key is not null
    union all select storage_key from audit_archive where tenant_id = ${tenantId}
    union all select storage_key from export_job where tenant_id = ${tenantId} and storage_key is not null`);
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
