import sql from 'sql-template-tag';
import { forDueTenants } from '../platform/due.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { doOneAlone } from './alone.ts';
import { endApproval } from './end.ts';
import type { ApprovalRow } from './store.ts';

const BATCH = 100;

/** Ends one request whose time is up; false when none is left. Concurrent nodes take different ones. */
const expireOne = (platform: Platform, tenantId: number): Promise<boolean> =>
  platform.db.write(tenantId, async (tx) => {
    const row = await tx.one<ApprovalRow>(sql`
      select * from approval where tenant_id = ${tenantId} and state = 'waiting'
        and expires_at <= ${platform.clock.now()}::timestamptz
      order by expires_at limit 1 for update skip locked`);
    if (!row) return false;
    await endApproval(tx, platform, row, { event: 'expire' });
    return true;
  });

/**
 * Does acts that nobody else could approve and of which the team was notified a day ago, and ends requests that nobody approved
 * within 72 hours; the requester is notified (spec 25.4.4, NE-06).
 */
export const approvalExpiry: Job = {
  name: 'approval-expiry',
  everyMs: 60_000,
  run: (platform) =>
    forDueTenants(platform, 'approval-expiry', async (tenantId) => {
      let done = 0;
      for (let acts = 0; acts < BATCH && (await doOneAlone(platform, tenantId)); acts += 1) done += 1;
      for (let ended = 0; ended < BATCH && (await expireOne(platform, tenantId)); ended += 1) done += 1;
      return done;
    }),
};
