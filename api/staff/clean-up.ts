import sql, { type Sql } from 'sql-template-tag';
import { deleteSome, inBatches } from '../platform/database/batches.ts';
import { forAllTenants } from '../platform/due.ts';
import type { Job } from '../platform/jobs.ts';
import { BROWSER_DAYS } from './browser.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long a session or invite that has ended can still be looked up, to answer questions about what happened. */
const OVER_DAYS = 90;

/**
 * Statements that delete what is no longer needed: staff events and tickets, one-time marks and challenges after a day,
 * openings after an hour, sessions and invites 90 days after their end, browsers a member hasn't used for that long, and what
 * they opened that long ago. An accepted passkey invite is kept, because it is what allows its person to sign in with a
 * passkey.
 */
const overOf = (tenantId: number, now: Date): Sql[] => {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const [hour, day, long] = [ago(HOUR_MS), ago(DAY_MS), ago(OVER_DAYS * DAY_MS)];
  return [
    deleteSome('staff_event', sql`tenant_id = ${tenantId} and occurred_at < ${day}::timestamptz`),
    deleteSome('staff_ticket', sql`tenant_id = ${tenantId} and expires_at < ${day}::timestamptz`),
    deleteSome('staff_used_once', sql`tenant_id = ${tenantId} and at < ${day}::timestamptz`),
    deleteSome('staff_passkey_challenge', sql`tenant_id = ${tenantId} and created_at < ${day}::timestamptz`),
    deleteSome('staff_opening', sql`tenant_id = ${tenantId} and at < ${hour}::timestamptz`),
    deleteSome('staff_session', sql`tenant_id = ${tenantId} and ends_at < ${long}::timestamptz`),
    deleteSome(
      'staff_invite',
      sql`tenant_id = ${tenantId} and expires_at < ${long}::timestamptz
      and (method is null or used_at is null)`,
    ),
    deleteSome('work_opened', sql`tenant_id = ${tenantId} and at < ${long}::timestamptz`),
    deleteSome(
      'staff_browser',
      sql`tenant_id = ${tenantId}
      and seen_at < ${ago(BROWSER_DAYS * DAY_MS)}::timestamptz`,
    ),
  ];
};

/** Deletes expired data about the team and its sessions (spec 25.20). */
export const teamCleanUp: Job = {
  name: 'staff-clean-up',
  everyMs: HOUR_MS,
  run: (platform) =>
    forAllTenants(platform, (tenantId) =>
      inBatches(platform.db.tenant(tenantId), overOf(tenantId, platform.clock.now())),
    ),
};
