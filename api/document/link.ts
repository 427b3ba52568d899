import { isoInZone } from '@orbita/domain/foundation';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { companionHashOf } from '../caller/session.ts';
import type { CandidateContext, Ctx, Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Limit } from '../platform/http/limits.ts';
import type { Platform } from '../platform/platform.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { findHost, tenantByPublicId } from '../tenancy/hosts.ts';
import { findCopyFile } from './contract-copy.ts';
import { sendFile } from './send.ts';
import { findFile } from './store.ts';
import { issueTicket } from './ticket.ts';

const OPENINGS: Limit = { name: 'file-links', max: 120, windowMs: 60_000 };

/**
 * An address that opens one file for five minutes (spec 15.3, S24). On our own origin it works only in the browser of the
 * session that requested it; on the separate file origin, which receives no cookies, only once.
 */
export async function linkTo(
  ctx: Pick<CandidateContext, 'platform' | 'tenant' | 'session'>,
  what: { fileId: number } | { acceptanceId: number },
) {
  const { platform, tenant, session } = ctx;
  // The address would open the file without the view.
  if (session.view) fail('VIEW_ONLY');
  const { ticket, expiresAt } = await issueTicket(platform, tenant.id, 'file', session.personId, {
    ...what,
    sessionId: session.sessionId,
  });
  const { filesUrl } = platform.config;
  return {
    url: filesUrl
      ? `${filesUrl}/files/${tenant.publicId}/${ticket}`
      : `/orbita/api/candidate/documents/links/${ticket}`,
    expiresAt: isoInZone(expiresAt, tenant.timeZone),
  };
}

type Opened = { file_id: number | null; acceptance_id: number | null; person_id: number; usable: boolean };

/** The ticket of an active session; `how` restricts who may use it. Undefined if the caller has no such ticket. */
function findTicket(
  platform: Platform,
  tenantId: number,
  ticket: string,
  how: { companion: string } | 'once',
) {
  const now = platform.clock.now();
  const hash = secretHash(ticket);
  const living = sql`
    login_session s where s.tenant_id = ${tenantId} and s.id = (t.payload->>'sessionId')::uuid
      and s.person_id = t.person_id and s.revoked_at is null and s.expires_at > ${now}::timestamptz`;
  const mine = sql`t.tenant_id = ${tenantId} and t.ticket_hash = ${hash}::text and t.kind = 'file'`;
  const columns = sql`(t.payload->>'fileId')::bigint as file_id,
    (t.payload->>'acceptanceId')::bigint as acceptance_id, t.person_id`;
  if (how !== 'once')
    return platform.db.tenant(tenantId).one<Opened>(sql`
      select ${columns}, t.expires_at > ${now}::timestamptz as usable from short_ticket t
      where ${mine} and exists (select from ${living} and s.companion_hash = ${how.companion}::text)`);
  return platform.db.tenant(tenantId).one<Opened>(sql`
    with used as (
      update short_ticket t set used_at = ${now}::timestamptz
      where ${mine} and t.used_at is null and t.expires_at > ${now}::timestamptz
        and exists (select from ${living})
      returning t.ticket_hash
    )
    select ${columns}, exists (select from used) as usable from short_ticket t where ${mine}`);
}

async function open(platform: Platform, tenantId: number, found: Opened | undefined): Promise<Reply> {
  if (!found) fail('NOT_FOUND');
  if (!found.usable) fail('LINK_EXPIRED');
  const on = platform.db.tenant(tenantId);
  const file =
    found.acceptance_id !== null
      ? await findCopyFile(on, found.acceptance_id)
      : found.file_id !== null && (await findFile(on, found.file_id));
  return file && file.person_id === found.person_id ? sendFile(platform, tenantId, file) : fail('NOT_FOUND');
}

/** GET links/{ticket}: the one file of a link, for the browser that requested it. */
export async function openLink(ctx: Ctx<'GET /candidate/documents/links/{ticket}'>): Promise<Reply> {
  const { platform, tenant } = ctx;
  const companion = companionHashOf(platform, ctx.request);
  if (platform.config.filesUrl || !companion) fail('NOT_FOUND');
  return open(platform, tenant.id, await findTicket(platform, tenant.id, ctx.params.ticket, { companion }));
}

/** Returns the origin of the page loading a file, if it belongs to the file's tenant. */
async function readerOf(
  platform: Platform,
  tenantId: number,
  origin: string | undefined,
): Promise<string | undefined> {
  if (!origin || !URL.canParse(origin)) return undefined;
  const found = await findHost(platform, new URL(origin).hostname);
  return found?.tenant.id === tenantId ? origin : undefined;
}

/** Serves links on the separate file origin, if one is configured; that host serves nothing else. */
export function serveFileLinks(app: FastifyInstance, platform: Platform): void {
  const { filesUrl } = platform.config;
  if (!filesUrl) return;
  const { hostname } = new URL(filesUrl);
  app.get<{ Params: { tenant: string; ticket: string } }>(
    '/files/:tenant/:ticket',
    // Not a tenant's host: the tenant is part of the address.
    { config: { surface: 'machine' } },
    async (request, response) => {
      if (request.hostname.toLowerCase() !== hostname) fail('NOT_FOUND');
      platform.limits.take(OPENINGS, { tenant: null, address: request.ip });
      response.header('vary', 'origin');
      const tenant = await tenantByPublicId(platform, request.params.tenant);
      if (!tenant) fail('NOT_FOUND');
      const reader = await readerOf(platform, tenant.id, request.headers.origin);
      if (reader) response.header('access-control-allow-origin', reader);
      const found = await findTicket(platform, tenant.id, request.params.ticket, 'once');
      const { status, headers = {}, body } = await open(platform, tenant.id, found);
      return response.code(status).headers(headers).send(body);
    },
  );
}
