import sql from 'sql-template-tag';
import type { Job } from '../platform/jobs.ts';

const DAY_MS = 24 * 3600_000;

/**
 * Deletes claims that ran out a day ago, which by then nobody's page asks about, and skips that are over. Who withdrew from an
 * item stays away from it for good.
 */
export const workCleanUp: Job = {
  name: 'staff-clean-up',
  everyMs: 3600_000,
  async run(platform) {
    const now = platform.clock.now();
    const before = new Date(now.getTime() - DAY_MS);
    let done = 0;
    for (const tenantId of await platform.db.tenantIds()) {
      const db = platform.db.tenant(tenantId);
      const claims = await db.many(sql`
        delete from work_claim where tenant_id = ${tenantId} and until < ${before}::timestamptz returning id`);
      const skips = await db.many(sql`
        delete from work_skip where tenant_id = ${tenantId} and until < ${now}::timestamptz returning item_id`);
      done += claims.length + skips.length;
    }
    return done;
  },
};
