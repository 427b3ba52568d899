import { randomBytes } from 'node:crypto';
import type { LiveStream } from '@orbita/protocol/messaging';
import sql from 'sql-template-tag';
import type { Session } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { secretHash } from '../platform/secret-hash.ts';

/** Seconds for which a ticket is valid (spec 16.1). */
export const TICKET_SECONDS = 30;

/** Person whose events go through a socket; `subscriptionIds` null = all of the person's. */
export type Listener = {
  personId: number;
  sessionId: string;
  stream: LiveStream;
  subscriptionIds: number[] | null;
};

/** Ids the caller may listen to; 404 if one of the requested ones isn't theirs. */
async function allowed(
  platform: Platform,
  tenantId: number,
  session: Session,
  asked: number[] | null,
): Promise<number[] | null> {
  const { scope } = session;
  if (scope !== 'candidate') {
    if (asked?.some((id) => id !== scope.subscriptionId)) fail('NOT_FOUND');
    return [scope.subscriptionId];
  }
  if (!asked) return null;
  const ids = [...new Set(asked)];
  const row = await platform.db.tenant(tenantId).one<{ own: number }>(sql`
    select count(*) as own from subscription
    where tenant_id = ${tenantId} and person_id = ${session.personId} and id = any(${ids}::bigint[])`);
  if (row?.own !== ids.length) fail('NOT_FOUND');
  return ids;
}

/** Issues a single-use ticket for one socket, because browsers can't send the token there. */
export async function issueTicket(
  platform: Platform,
  tenantId: number,
  session: Session,
  asked: number[] | null,
): Promise<string> {
  const subscriptionIds = await allowed(platform, tenantId, session, asked);
  const ticket = randomBytes(32).toString('base64url');
  const now = platform.clock.now();
  await platform.db.tenant(tenantId).one(sql`
    with old as (delete from short_ticket where tenant_id = ${tenantId} and kind = 'events'
      and person_id = ${session.personId} and expires_at < ${now}::timestamptz)
    insert into short_ticket (tenant_id, ticket_hash, kind, person_id, payload, expires_at)
    values (${tenantId}, ${secretHash(ticket)}, 'events', ${session.personId},
            ${JSON.stringify({ subscriptionIds, sessionId: session.sessionId })}::jsonb,
            ${new Date(now.getTime() + TICKET_SECONDS * 1000)}::timestamptz) returning ticket_hash`);
  return ticket;
}

type TicketRow = {
  person_id: number;
  payload: { subscriptionIds: number[] | null; sessionId: string };
  alive: boolean;
};

/** Uses up a ticket. `unknown`: never issued, used or expired; `revoked`: its session has ended. */
export async function takeTicket(
  platform: Platform,
  tenantId: number,
  ticket: unknown,
  stream: LiveStream,
): Promise<Listener | 'unknown' | 'revoked'> {
  if (typeof ticket !== 'string' || ticket.length > 100) return 'unknown';
  const now = platform.clock.now();
  const row = await platform.db.tenant(tenantId).one<TicketRow>(sql`
    update short_ticket t set used_at = ${now}::timestamptz
    where t.tenant_id = ${tenantId} and t.ticket_hash = ${secretHash(ticket)} and t.kind = 'events'
      and t.used_at is null and t.expires_at > ${now}::timestamptz
    returning t.person_id, t.payload, exists (select from login_session s where s.tenant_id = ${tenantId}
      and s.id = (t.payload->>'sessionId')::uuid and s.revoked_at is null and s.expires_at > ${now}::timestamptz) as alive`);
  if (!row) return 'unknown';
  if (!row.alive) return 'revoked';
  return {
    personId: row.person_id,
    sessionId: row.payload.sessionId,
    stream,
    subscriptionIds: row.payload.subscriptionIds,
  };
}
