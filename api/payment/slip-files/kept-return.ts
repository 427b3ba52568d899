import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import { forDueTenants } from '../../platform/due.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { keepFile, leaseEnd, readLines, type UnreadReturn } from './import-return.ts';
import { readReturnOf } from './read-return.ts';
import type { FilingInstitution } from './settings.ts';

/**
 * Keeps a file whose lines are read after the commit (`readKept`), and returns its id.
 * @throws `RETURN_REFUSED`; `BUSY` while a file with the same number is being read.
 */
export async function keepReturn(
  tx: Tx,
  platform: Platform,
  institution: FilingInstitution,
  content: string,
  by: string,
): Promise<number> {
  const read = await readReturnOf(tx, institution, content);
  return keepFile(tx, platform, institution, { file: read.file, by, unread: { institution, read } });
}

/** Reads the lines of a kept file whose lease the caller holds; does nothing if they have been read. */
export async function readKept(platform: Platform, tenantId: number, id: number): Promise<void> {
  const kept = await platform.db.tenant(tenantId).one<{ unread: UnreadReturn; imported_by: string }>(sql`
    select unread, imported_by from slip_return
    where tenant_id = ${tenantId} and id = ${id} and unread is not null`);
  if (!kept) return;
  const { institution, read } = kept.unread;
  await readLines(platform, tenantId, institution, read, { id, by: kept.imported_by });
}

/** Takes the files whose reader ended before their last line; concurrent nodes take different ones. */
const takeLeft = (platform: Platform, tenantId: number): Promise<{ id: number }[]> =>
  platform.db.write(tenantId, (tx) =>
    tx.many(sql`
      update slip_return set read_from = ${leaseEnd(platform)}::timestamptz
      where tenant_id = ${tenantId} and unread is not null
        and read_from <= ${new Date(platform.clock.wall())}::timestamptz
      returning id`),
  );

/** Reads approved files to the end whose approving process ended before. One that cannot be read does not hold up the others. */
export const slipReturnJob: Job = {
  name: 'slip-returns',
  everyMs: 60_000,
  run: (platform) =>
    forDueTenants(platform, 'slip-returns', async (tenantId) => {
      const left = await takeLeft(platform, tenantId);
      const failures: unknown[] = [];
      for (const { id } of left)
        await readKept(platform, tenantId, id).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
      return left.length;
    }),
};
