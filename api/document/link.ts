import { isoInZone } from '@orbita/domain/foundation';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { companionHashOf } from '../identity/index.ts';
import type { House } from '../platform/house.ts';
import type { Ctx, Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Limit } from '../platform/http/limits.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { findHost, tenantByPublicId } from '../tenancy/index.ts';
import { sendFile } from './send.ts';
import { type FileRow, findFile } from './store.ts';
import { issueTicket } from './ticket.ts';

const OPENINGS: Limit = { name: 'file-links', max: 120, windowMs: 60_000 };

/**
 * An address that opens one file for five minutes (spec 15.3, S24): on our own origin for the browser of the session
 * that asked for it, on the origin of files, where no cookie comes along, once.
 */
export async function linkTo(ctx: Pick<Ctx, 'house' | 'tenant' | 'session'>, file: FileRow) {
  const { house, tenant, session } = ctx;
  const { ticket, expiresAt } = await issueTicket(house, tenant.id, 'file', session.personId, {
    fileId: file.id,
    sessionId: session.sessionId,
  });
  const { filesUrl } = house.config;
  return {
    url: filesUrl
      ? `${filesUrl}/files/${tenant.publicId}/${ticket}`
      : `/orbita/api/candidate/documents/links/${ticket}`,
    expiresAt: isoInZone(expiresAt, tenant.timeZone),
  };
}

type Opened = { file_id: number; person_id: number; usable: boolean };

/** The ticket of a living session; `how` says who may use it. Undefined when it was never given to them. */
function findTicket(house: House, tenantId: number, ticket: string, how: { companion: string } | 'once') {
  const now = house.clock.now();
  const hash = secretHash(ticket);
  const living = sql`
    login_session s where s.tenant_id = ${tenantId} and s.id = (t.payload->>'sessionId')::uuid
      and s.person_id = t.person_id and s.revoked_at is null and s.expires_at > ${now}::timestamptz`;
  const mine = sql`t.tenant_id = ${tenantId} and t.ticket_hash = ${hash}::text and t.kind = 'file'`;
  const columns = sql`(t.payload->>'fileId')::bigint as file_id, t.person_id`;
  if (how !== 'once')
    return house.db.tenant(tenantId).one<Opened>(sql`
      select ${columns}, t.expires_at > ${now}::timestamptz as usable from short_ticket t
      where ${mine} and exists (select from ${living} and s.companion_hash = ${how.companion}::text)`);
  return house.db.tenant(tenantId).one<Opened>(sql`
    with used as (
      update short_ticket t set used_at = ${now}::timestamptz
      where ${mine} and t.used_at is null and t.expires_at > ${now}::timestamptz
        and exists (select from ${living})
      returning t.ticket_hash
    )
    select ${columns}, exists (select from used) as usable from short_ticket t where ${mine}`);
}

async function open(house: House, tenantId: number, found: Opened | undefined): Promise<Reply> {
  if (!found) fail('NOT_FOUND');
  if (!found.usable) fail('LINK_EXPIRED');
  const file = await findFile(house.db.tenant(tenantId), tenantId, found.file_id);
  return file && file.person_id === found.person_id ? sendFile(house, tenantId, file) : fail('NOT_FOUND');
}

/** GET links/{ticket}: the one file behind a link, for the browser that asked for it. */
export async function openLink(ctx: Ctx<'GET /candidate/documents/links/{ticket}'>): Promise<Reply> {
  const { house, tenant } = ctx;
  const companion = companionHashOf(house, ctx.request);
  if (house.config.filesUrl || !companion) fail('NOT_FOUND');
  return open(house, tenant.id, await findTicket(house, tenant.id, ctx.params.ticket, { companion }));
}

/** The page that fetches a file must be one of the tenant whose file it is. */
async function readerOf(
  house: House,
  tenantId: number,
  origin: string | undefined,
): Promise<string | undefined> {
  if (!origin || !URL.canParse(origin)) return undefined;
  const found = await findHost(house, new URL(origin).hostname);
  return found?.tenant.id === tenantId ? origin : undefined;
}

/** Serves links on the origin of files, where one is configured; that host answers nothing else. */
export function serveFileLinks(app: FastifyInstance, house: House): void {
  const { filesUrl } = house.config;
  if (!filesUrl) return;
  const { hostname } = new URL(filesUrl);
  app.get<{ Params: { tenant: string; ticket: string } }>(
    '/files/:tenant/:ticket',
    // Of no tenant's host: whose file it is stands in the address.
    { config: { surface: 'machine' } },
    async (request, response) => {
      if (request.hostname.toLowerCase() !== hostname) fail('NOT_FOUND');
      house.limits.take(OPENINGS, { tenant: null, address: request.ip });
      response.header('vary', 'origin');
      const tenant = await tenantByPublicId(house, request.params.tenant);
      if (!tenant) fail('NOT_FOUND');
      const reader = await readerOf(house, tenant.id, request.headers.origin);
      if (reader) response.header('access-control-allow-origin', reader);
      const found = await findTicket(house, tenant.id, request.params.ticket, 'once');
      const { status, headers = {}, body } = await open(house, tenant.id, found);
      return response.code(status).headers(headers).send(body);
    },
  );
}
