import sql from 'sql-template-tag';
import type { Job } from '../platform/jobs.ts';

/** Dates of one statement; what is left comes with the next one. */
const BATCH = 500;

/** Applications whose date has passed wait for the team from then on: what came of the test or interview is to be said. */
export const waitJob: Job = {
  name: 'waits',
  everyMs: 30_000,
  async run(platform) {
    let done = 0;
    for (const tenantId of await platform.db.tenantIds()) {
      for (;;) {
        const passed = await platform.db.tenant(tenantId).many(sql`
          update subscription set waits_for = 'team', waits_since = greatest(waits_since, waits_until)
          where tenant_id = ${tenantId} and id = any(array(
            select id from subscription where tenant_id = ${tenantId} and waits_for = 'date'
              and waits_until <= ${platform.clock.now()}::timestamptz
            order by waits_until limit ${BATCH}::int for update skip locked)) returning id`);
        done += passed.length;
        if (passed.length < BATCH) break;
      }
    }
    return done;
  },
};
