import sql, { type Sql } from 'sql-template-tag';
import { deleteSome, inBatches } from '../platform/database/batches.ts';
import { forAllTenants } from '../platform/due.ts';
import type { Job } from '../platform/jobs.ts';
import { BROWSER_DAYS } from './browser.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long a session or an invite that is over can still be looked up, for whoever asks what happened. */
const OVER_DAYS = 90;

/**
 * What is of no more use: events and tickets of the team, one-time marks and challenges after a day, openings after an hour,
 * sessions and invites 90 days after their end, browsers that somebody was not seen in for as long, and what she opened as long
 * ago. An invite by passkey that was accepted stays, because it says that its person may come in that way.
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

/** Deletes what is over of the team and its sessions (spec 25.20). */
export const teamCleanUp: Job = {
  name: 'staff-clean-up',
  everyMs: HOUR_MS,
  run: (platform) =>
    forAllTenants(platform, (tenantId) =>
      inBatches(platform.db.tenant(tenantId), overOf(tenantId, platform.clock.now())),
    ),
};
