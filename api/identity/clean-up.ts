import sql from 'sql-template-tag';
import type { House } from '../platform/house.ts';
import type { Job } from '../platform/jobs.ts';

const DAY_MS = 24 * 3600_000;
/** Codes and what happened at the door count for an hour; ended sessions are kept for questions about who was signed in. */
const CODES_KEPT_MS = DAY_MS;
const SESSIONS_KEPT_MS = 90 * DAY_MS;

async function run(house: House): Promise<number> {
  const now = house.clock.now().getTime();
  let done = 0;
  for (const tenantId of await house.db.tenantIds()) {
    const db = house.db.tenant(tenantId);
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
    const passkeys = await db.many(sql`
      delete from passkey_challenge where tenant_id = ${tenantId} and created_at < ${new Date(now - CODES_KEPT_MS)}
      returning id`);
    done += links.length + passkeys.length;
    done += codes.length + sessions.length + handoffs.length + events.length;
  }
  return done;
}

/** Forgets codes and sessions that are long over: they hold addresses of people. */
export const cleanUp: Job = { name: 'sign-in-clean-up', everyMs: 3600_000, run };
