import { inGroups } from '../platform/files/files.ts';
import { PART } from '../platform/files/folder.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { namedAmong } from './stored-keys.ts';

/** A file is written before its row, so newer files may still get theirs. Uses the machine's clock, as file times do. */
const YOUNG_MS = 24 * 3600_000;
/** No write takes longer; an older partial file was left by a crashed process. */
const WRITING_MS = 3600_000;
/** Number of keys checked in one statement, which reads all rows of the tenant that refer to a file; about a megabyte. */
const AT_ONCE = 10_000;

async function sweepTenant(platform: Platform, tenantId: number): Promise<number> {
  const prefix = `tenants/${tenantId}/`;
  const before = (ms: number) => new Date(platform.clock.wall() - ms);
  let done = await platform.files.dropUnfinished(prefix, before(WRITING_MS));
  const old = async function* () {
    for await (const file of platform.files.list(prefix))
      if (file.writtenAt <= before(file.key.endsWith(PART) ? WRITING_MS : YOUNG_MS)) yield file.key;
  };
  // Files are listed before rows are read: a file stored in between has a row by then, or is too new.
  for await (const keys of inGroups(old(), AT_ONCE)) {
    const known = await namedAmong(platform.db.tenant(tenantId), keys);
    for (const key of keys.filter((one) => !known.has(one))) {
      await platform.files.delete(key);
      done += 1;
    }
  }
  return done;
}

async function run(platform: Platform): Promise<number> {
  let done = 0;
  for (const tenantId of await platform.db.tenantIds()) {
    try {
      done += await sweepTenant(platform, tenantId);
    } catch (error) {
      // The storage is down: the next sweep tries again.
      platform.log.warn({ err: error, tenantId }, 'storage not swept');
    }
  }
  return done;
}

/** Deletes files without a row from the storage. */
export const sweepJob: Job = { name: 'storage-sweep', everyMs: 6 * 3600_000, run };
