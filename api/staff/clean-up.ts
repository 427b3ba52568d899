import sql from 'sql-template-tag';
import type { Job } from '../platform/jobs.ts';

const DAY_MS = 24 * 3600_000;

/** Deletes what was told to the team more than a day ago, and tickets and one-time marks that are of no more use. */
export const teamCleanUp: Job = {
  name: 'staff-clean-up',
  everyMs: 3600_000,
  async run(platform) {
    const before = new Date(platform.clock.now().getTime() - DAY_MS);
    let done = 0;
    for (const tenantId of await platform.db.tenantIds()) {
      const db = platform.db.tenant(tenantId);
      const events = await db.many(sql`
        delete from staff_event where tenant_id = ${tenantId} and occurred_at < ${before}::timestamptz returning id`);
      const tickets = await db.many(sql`
        delete from staff_ticket where tenant_id = ${tenantId} and expires_at < ${before}::timestamptz returning hash`);
      const used = await db.many(sql`
        delete from staff_used_once where tenant_id = ${tenantId} and at < ${before}::timestamptz returning hash`);
      const keys = await db.many(sql`
        delete from staff_passkey_challenge
        where tenant_id = ${tenantId} and created_at < ${before}::timestamptz returning id`);
      done += events.length + tickets.length + used.length + keys.length;
    }
    return done;
  },
};
