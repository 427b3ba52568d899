import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Ctx, Reply } from '../../platform/http/context.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { reply } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { secretHash } from '../../platform/secret-hash.ts';

/** Seconds for which a ticket is valid, as the candidate's (spec 16.1). */
const TICKET_SECONDS = 30;
/** A page asks for one and reconnects with pauses. */
const TICKETS: Limit = { name: 'staff-tickets', max: 60, windowMs: 60_000 };

/** Whose pages a socket belongs to. */
export type TeamListener = { staffId: number; sessionId: number };

/** A single-use ticket for one socket of the caller's own events (spec 25.19). */
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

/** Uses up a ticket; undefined when it was never given here, was used or is over. Its session is judged later. */
export function takeTeamTicket(
  platform: Platform,
  tenantId: number,
  ticket: unknown,
): Promise<TeamListener | undefined> {
  if (typeof ticket !== 'string' || ticket.length > 100) return Promise.resolve(undefined);
  const now = platform.clock.now();
  return platform.db.tenant(tenantId).one<TeamListener>(sql`
    update staff_ticket t set used_at = ${now}::timestamptz from staff_session k
    where t.tenant_id = ${tenantId} and t.hash = ${secretHash(ticket)} and t.used_at is null
      and t.expires_at > ${now}::timestamptz and k.tenant_id = t.tenant_id and k.id = t.session_id
    returning k.staff_id as "staffId", k.id as "sessionId"`);
}
