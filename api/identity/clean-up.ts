import sql, { type Sql } from 'sql-template-tag';
import { together } from '../platform/database/together.ts';
import { forAllTenants } from '../platform/due.ts';
import type { Job } from '../platform/jobs.ts';

const DAY_MS = 24 * 3600_000;
/**
 * Codes and sign-in events count for an hour; ended sessions are kept to answer questions about who was
 * signed in.
 */
const CODES_KEPT_MS = DAY_MS;
const SESSIONS_KEPT_MS = 90 * DAY_MS;

/** What is of no more use to a tenant. */
const overOf = (tenantId: number, now: Date): Sql[] => {
  const [day, long] = [CODES_KEPT_MS, SESSIONS_KEPT_MS].map((ms) => new Date(now.getTime() - ms));
  return [
    sql`delete from code_challenge where tenant_id = ${tenantId} and created_at < ${day}::timestamptz returning 1`,
    sql`delete from login_session where tenant_id = ${tenantId} and expires_at < ${long}::timestamptz returning 1`,
    sql`delete from handoff_code where tenant_id = ${tenantId} and created_at < ${day}::timestamptz returning 1`,
    sql`delete from door_event where tenant_id = ${tenantId} and at < ${day}::timestamptz returning 1`,
    sql`delete from limit_window where tenant_id = ${tenantId} and ends_at < ${day}::timestamptz returning 1`,
    sql`delete from social_link where tenant_id = ${tenantId} and created_at < ${day}::timestamptz returning 1`,
    sql`delete from social_state_used where tenant_id = ${tenantId} and at < ${day}::timestamptz returning 1`,
    sql`delete from guardian_link where tenant_id = ${tenantId} and expires_at < ${day}::timestamptz returning 1`,
    sql`delete from payer_link where tenant_id = ${tenantId} and expires_at < ${day}::timestamptz returning 1`,
    sql`delete from passkey_challenge where tenant_id = ${tenantId} and created_at < ${day}::timestamptz returning 1`,
    sql`delete from access_change where tenant_id = ${tenantId} and expires_at < ${now}::timestamptz returning 1`,
  ];
};

/** Deletes old codes, links and sessions, because they contain network addresses of people. */
export const cleanUp: Job = {
  name: 'sign-in-clean-up',
  everyMs: 3600_000,
  run: (platform) =>
    forAllTenants(platform, (tenantId) =>
      together(platform.db.tenant(tenantId), overOf(tenantId, platform.clock.now())),
    ),
};
