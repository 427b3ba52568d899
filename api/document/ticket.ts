import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Platform } from '../platform/platform.ts';
import { secretHash } from '../platform/secret-hash.ts';

/** Minutes for which a print or file link opens its document (spec 15.1, 18). */
const TICKET_MINUTES = 5;

export type Ticket<P> = { payload: P; personId: number; over: boolean };

/** Creates a link for one document: only its hash is stored. */
export async function issueTicket(
  platform: Platform,
  tenantId: number,
  kind: 'print' | 'file',
  personId: number,
  payload: Record<string, unknown>,
): Promise<{ ticket: string; expiresAt: Date }> {
  const ticket = randomBytes(32).toString('base64url');
  const now = platform.clock.now();
  const expiresAt = new Date(now.getTime() + TICKET_MINUTES * 60_000);
  const dayAgo = new Date(now.getTime() - 24 * 3600_000);
  await platform.db.tenant(tenantId).one(sql`
    with old as (delete from short_ticket where tenant_id = ${tenantId} and kind = ${kind}::text
      and person_id = ${personId} and expires_at < ${dayAgo}::timestamptz)
    insert into short_ticket (tenant_id, ticket_hash, kind, person_id, payload, expires_at)
    values (${tenantId}, ${secretHash(ticket)}::text, ${kind}::text, ${personId}, ${JSON.stringify(payload)}::jsonb,
      ${expiresAt}::timestamptz) returning ticket_hash`);
  return { ticket, expiresAt };
}

/** What a ticket opens; undefined if it was never issued. */
export async function readTicket<P>(
  platform: Platform,
  tenantId: number,
  kind: 'print',
  ticket: string,
): Promise<Ticket<P> | undefined> {
  const row = await platform.db.tenant(tenantId).one<{ payload: P; person_id: number; expires_at: Date }>(sql`
    select payload, person_id, expires_at from short_ticket
    where tenant_id = ${tenantId} and ticket_hash = ${secretHash(ticket)}::text and kind = ${kind}::text`);
  return (
    row && { payload: row.payload, personId: row.person_id, over: row.expires_at <= platform.clock.now() }
  );
}
