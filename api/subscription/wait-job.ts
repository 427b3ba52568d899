import sql from 'sql-template-tag';
import { forDueTenants } from '../platform/due.ts';
import type { Job } from '../platform/jobs.ts';
import { noteBeside } from './change.ts';

/** Number of dates per statement; the rest are handled by the next one. */
const BATCH = 500;

/** Once the date of a test or interview has passed, its application waits for the team, which has to record the outcome. */
export const waitJob: Job = {
  name: 'waits',
  everyMs: 30_000,
  run: (platform) =>
    forDueTenants(platform, 'waits', async (tenantId) => {
      let done = 0;
      for (;;) {
        const passed = await noteBeside(platform.db.tenant(tenantId), {
          columns: sql`waits_for = 'team', waits_since = greatest(s.waits_since, s.waits_until)`,
          which: sql`s.id = any(array(
            select d.id from subscription d where d.tenant_id = ${tenantId} and d.waits_for = 'date'
              and d.waits_until <= ${platform.clock.now()}::timestamptz
            order by d.waits_until limit ${BATCH}::int for update skip locked))`,
        });
        done += passed.length;
        if (passed.length < BATCH) return done;
      }
    }),
};
