import sql, { type Sql } from 'sql-template-tag';
import { deleteSome, inBatches } from '../platform/database/batches.ts';
import { forAllTenants } from '../platform/due.ts';
import type { Job } from '../platform/jobs.ts';

const DAY_MS = 24 * 3600_000;
/** Codes and sign-in events are counted for an hour; ended sessions are kept to answer questions about who was signed in. */
const CODES_KEPT_MS = DAY_MS;
const SESSIONS_KEPT_MS = 90 * DAY_MS;

/** Statements that delete what a tenant no longer needs. */
const overOf = (tenantId: number, now: Date): Sql[] => {
  const [day, long] = [CODES_KEPT_MS, SESSIONS_KEPT_MS].map((ms) => new Date(now.getTime() - ms));
  return [
    deleteSome('code_challenge', sql`tenant_id = ${tenantId} and created_at < ${day}::timestamptz`),
    deleteSome('login_session', sql`tenant_id = ${tenantId} and expires_at < ${long}::timestamptz`),
    deleteSome('handoff_code', sql`tenant_id = ${tenantId} and created_at < ${day}::timestamptz`),
    deleteSome('door_event', sql`tenant_id = ${tenantId} and at < ${day}::timestamptz`),
    deleteSome('limit_window', sql`tenant_id = ${tenantId} and ends_at < ${day}::timestamptz`),
    deleteSome('social_link', sql`tenant_id = ${tenantId} and created_at < ${day}::timestamptz`),
    deleteSome('social_state_used', sql`tenant_id = ${tenantId} and at < ${day}::timestamptz`),
    deleteSome('guardian_link', sql`tenant_id = ${tenantId} and expires_at < ${day}::timestamptz`),
    deleteSome('payer_link', sql`tenant_id = ${tenantId} and expires_at < ${day}::timestamptz`),
    deleteSome('passkey_challenge', sql`tenant_id = ${tenantId} and created_at < ${day}::timestamptz`),
    deleteSome('access_change', sql`tenant_id = ${tenantId} and expires_at < ${now}::timestamptz`),
  ];
};

/** Deletes old codes, links and sessions, because they contain people's network addresses. */
export const cleanUp: Job = {
  name: 'sign-in-clean-up',
  everyMs: 3600_000,
  run: (platform) =>
    forAllTenants(platform, (tenantId) =>
      inBatches(platform.db.tenant(tenantId), overOf(tenantId, platform.clock.now())),
    ),
};
