import sql from 'sql-template-tag';
import { PART } from '../platform/files/storage.ts';
import type { House } from '../platform/house.ts';
import type { Job } from '../platform/jobs.ts';

/** A file is written before its row: younger ones may still get theirs. By the machine's own time, as files are. */
const YOUNG_MS = 24 * 3600_000;
/** Nothing is written for longer: what is still in parts then was left by a process that died. */
const WRITING_MS = 3600_000;

const knownKeys = async (house: House, tenantId: number): Promise<Set<string>> => {
  const rows = await house.db.tenant(tenantId).many<{ key: string }>(sql`
    select storage_key as key from document_file where tenant_id = ${tenantId} and storage_key <> ''
    union all select pdf_key from contract_acceptance where tenant_id = ${tenantId} and pdf_key is not null
    union all select file_key from privacy_request where tenant_id = ${tenantId} and file_key is not null`);
  return new Set(rows.map(({ key }) => key));
};

async function sweepTenant(house: House, tenantId: number): Promise<number> {
  const prefix = `tenants/${tenantId}/`;
  // Listed before the rows are read: what comes in between has a row by then, or is young.
  const stored: string[] = [];
  let paginationToken: string | undefined;
  do {
    const page = await house.files.listAll(prefix, {
      recursive: true,
      ...(paginationToken ? { paginationToken } : {}),
    });
    for (const one of page.objects) if (one.isFile) stored.push(one.key);
    paginationToken = page.paginationToken;
  } while (paginationToken);
  const known = await knownKeys(house, tenantId);
  let done = 0;
  for (const key of stored.filter((one) => !known.has(one))) {
    const { lastModified } = await house.files.getMetaData(key);
    const young = key.endsWith(PART) ? WRITING_MS : YOUNG_MS;
    if (lastModified.getTime() > house.clock.wall() - young) continue;
    await house.files.delete(key);
    done += 1;
  }
  return done;
}

async function run(house: House): Promise<number> {
  let done = 0;
  for (const tenantId of await house.db.tenantIds()) {
    try {
      done += await sweepTenant(house, tenantId);
    } catch (error) {
      // No folder yet, or the storage is away: the next sweep finds the same.
      house.log.debug({ err: error, tenantId }, 'storage not swept');
    }
  }
  return done;
}

/** Takes files that no row names out of the storage. */
export const sweepJob: Job = { name: 'storage-sweep', everyMs: 6 * 3600_000, run };
