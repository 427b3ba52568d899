import sql from 'sql-template-tag';
import { deleteSome, inBatches } from '../platform/database/batches.ts';
import { forAllTenants } from '../platform/due.ts';
import type { Job } from '../platform/jobs.ts';

const DAY_MS = 24 * 3600_000;

/**
 * Deletes claims that expired a day ago, which no open page refers to any more, and skips that have ended. A person who withdrew
 * from an item stays excluded from it permanently.
 */
export const workCleanUp: Job = {
  name: 'staff-clean-up',
  everyMs: 3600_000,
  run: (platform) =>
    forAllTenants(platform, (tenantId) => {
      const now = platform.clock.now();
      const before = new Date(now.getTime() - DAY_MS);
      return inBatches(platform.db.tenant(tenantId), [
        deleteSome('work_claim', sql`tenant_id = ${tenantId} and until < ${before}::timestamptz`),
        deleteSome('work_skip', sql`tenant_id = ${tenantId} and until < ${now}::timestamptz`),
      ]);
    }),
};
