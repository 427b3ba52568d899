import sql from 'sql-template-tag';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';

const DAY_MS = 24 * 3600_000;
/**
 * Codes and sign-in events count for an hour; ended sessions are kept to answer questions about who was
 * signed in.
 */
const CODES_KEPT_MS = DAY_MS;
const SESSIONS_KEPT_MS = 90 * DAY_MS;

async function run(platform: Platform): Promise<number> {
  const now = platform.clock.now().getTime();
  let done = 0;
  for (const tenantId of await platform.db.tenantIds()) {
    const db = platform.db.tenant(tenantId);
    const codes = await db.many(sql`
      delete from code_challenge where tenant_id = ${tenantId} and created_at < ${new Date(now - CODES_KEPT_MS)}
      returning id`);
    const sessions = await db.many(sql`
      delete from login_session where tenant_id = ${tenantId} and expires_at < ${new Date(now - SESSIONS_KEPT_MS)}
      returning id`);
    const handoffs = await db.many(sql`
      delete from handoff_code where tenant_id = ${tenantId} and created_at < ${new Date(now - CODES_KEPT_MS)}
      returning id`);
    const events = await db.many(sql`
      delete from door_event where tenant_id = ${tenantId} and at < ${new Date(now - CODES_KEPT_MS)} returning id`);
    const links = await db.many(sql`
      delete from social_link where tenant_id = ${tenantId} and created_at < ${new Date(now - CODES_KEPT_MS)}
      returning provider`);
    const states = await db.many(sql`
      delete from social_state_used where tenant_id = ${tenantId} and at < ${new Date(now - CODES_KEPT_MS)}
      returning hash`);
    const guardians = await db.many(sql`
      delete from guardian_link where tenant_id = ${tenantId} and expires_at < ${new Date(now - CODES_KEPT_MS)}
      returning id`);
    const payers = await db.many(sql`
      delete from payer_link where tenant_id = ${tenantId} and expires_at < ${new Date(now - CODES_KEPT_MS)}
      returning id`);
    const passkeys = await db.many(sql`
      delete from passkey_challenge where tenant_id = ${tenantId} and created_at < ${new Date(now - CODES_KEPT_MS)}
      returning id`);
    const changes = await db.many(sql`
      delete from access_change where tenant_id = ${tenantId} and expires_at < ${new Date(now)} returning id`);
    done += changes.length;
    done += states.length + links.length + passkeys.length + guardians.length + payers.length;
    done += codes.length + sessions.length + handoffs.length + events.length;
  }
  return done;
}

/** Deletes old codes, links and sessions, because they contain network addresses of people. */
export const cleanUp: Job = { name: 'sign-in-clean-up', everyMs: 3600_000, run };
