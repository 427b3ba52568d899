import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { shapeOf } from '../../platform/database/shape.ts';
import type { Ctx, Reply } from '../../platform/http/context.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { reply } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { secretHash } from '../../platform/secret-hash.ts';

/** Seconds for which a ticket is valid, same as a candidate's (spec 16.1). */
const TICKET_SECONDS = 30;
/** A page requests one and pauses between reconnects. */
const TICKETS: Limit = { name: 'staff-tickets', max: 60, windowMs: 60_000 };

/** The member and session a socket belongs to, and the time zone for times sent to it. */
export type TeamListener = { staffId: number; sessionId: number; timeZone: string };

/** Issues a single-use ticket for one socket with the caller's own events (spec 25.19). */
export async function giveTeamTicket({
  platform,
  tenant,
  staff,
}: Ctx<'POST /operations/staff/events/tickets'>): Promise<Reply> {
  platform.limits.take(TICKETS, { tenant: tenant.id, person: staff.staffId });
  const ticket = randomBytes(32).toString('base64url');
  const now = platform.clock.now();
  await platform.db.tenant(tenant.id).one(sql`
    with old as (delete from staff_ticket where tenant_id = ${tenant.id} and session_id = ${staff.sessionId}
      and expires_at < ${now}::timestamptz)
    insert into staff_ticket (tenant_id, hash, session_id, expires_at)
    values (${tenant.id}, ${secretHash(ticket)}, ${staff.sessionId},
      ${new Date(now.getTime() + TICKET_SECONDS * 1000)}::timestamptz) returning hash`);
  return reply(200, { ticket, expiresIn: TICKET_SECONDS });
}

/** Uses up a ticket. `unknown`: never issued here, used or expired. The session itself is checked later. */
export async function takeTeamTicket(
  platform: Platform,
  { id: tenantId, timeZone }: { id: number; timeZone: string },
  ticket: unknown,
): Promise<TeamListener | 'unknown'> {
  if (typeof ticket !== 'string' || ticket.length > 100) return 'unknown';
  const now = platform.clock.now();
  const taken = await platform.db.tenant(tenantId).one<{ staff_id: number; session_id: number }>(sql`
    update staff_ticket t set used_at = ${now}::timestamptz from staff_session k
    where t.tenant_id = ${tenantId} and t.hash = ${secretHash(ticket)} and t.used_at is null
      and t.expires_at > ${now}::timestamptz and k.tenant_id = t.tenant_id and k.id = t.session_id
    returning k.staff_id, k.id as session_id`);
  return taken ? { ...shapeOf(taken), timeZone } : 'unknown';
}
