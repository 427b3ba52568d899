import { isoInZone } from '@orbita/domain/foundation';
import type { House } from '../platform/house.ts';
import type { Ctx, Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { checkInstitution, checkScope } from '../subscription/index.ts';
import { readSealed } from './storage.ts';
import { type FileRow, findFile } from './store.ts';
import { issueTicket, readTicket } from './ticket.ts';

/** A file is handed out to be kept, never to be run in a browser of ours. */
const downloadHeaders = ({ name, type }: Pick<FileRow, 'name' | 'type'>) => ({
  'content-type': type,
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
});

/** A file of the session's person that is on the list; others do not exist. */
export async function ownFile(
  ctx: Pick<Ctx, 'house' | 'tenant' | 'session' | 'header'>,
  fileId: number,
): Promise<FileRow> {
  const row = await findFile(ctx.house.db.tenant(ctx.tenant.id), ctx.tenant.id, fileId);
  if (!row || row.removed_at || row.person_id !== ctx.session.personId) fail('NOT_FOUND');
  checkScope(ctx, row.subscription_id);
  checkInstitution(ctx, row.institution_code);
  return row;
}

/** Opens for nobody before a clean scan (spec 15.1). */
function checkScanned(file: FileRow): void {
  if (file.scan === 'infected' || file.removed_at) fail('NOT_FOUND');
  if (file.scan === 'pending') fail('SCAN_PENDING');
}

async function sendFile(house: House, tenantId: number, file: FileRow): Promise<Reply> {
  checkScanned(file);
  try {
    return reply(200, await readSealed(house, tenantId, file.storage_key), {
      headers: downloadHeaders(file),
    });
  } catch (error) {
    house.log.error({ err: error, fileId: file.id }, 'file not readable');
    fail('UNAVAILABLE');
  }
}

/** GET files/{fileId}: the content, or with `link=1` an address that opens it for five minutes (spec 15.3). */
export async function downloadFile(ctx: Ctx<'GET /candidate/documents/files/{fileId}'>): Promise<Reply> {
  const { house, tenant, session } = ctx;
  const file = await ownFile(ctx, ctx.params.fileId);
  if (ctx.query.link !== '1') return sendFile(house, tenant.id, file);
  checkScanned(file);
  const { ticket, expiresAt } = await issueTicket(house, tenant.id, 'file', session.personId, {
    fileId: file.id,
  });
  return reply(200, {
    url: `/orbita/api/candidate/documents/links/${ticket}`,
    expiresAt: isoInZone(expiresAt, tenant.timeZone),
  });
}

/** GET links/{ticket}: the one file behind a link, for as long as the link lives. */
export async function openLink(ctx: Ctx<'GET /candidate/documents/links/{ticket}'>): Promise<Reply> {
  const { house, tenant } = ctx;
  const found = await readTicket<{ fileId: number }>(house, tenant.id, 'file', ctx.params.ticket);
  if (!found) fail('NOT_FOUND');
  if (found.over) fail('LINK_EXPIRED');
  const file = await findFile(house.db.tenant(tenant.id), tenant.id, found.payload.fileId);
  return file ? sendFile(house, tenant.id, file) : fail('NOT_FOUND');
}

/**
 * A clean file for operations, as a stream with its headers. The caller has made sure that it may be seen; 404, 409
 * `SCAN_PENDING`, 503 as for candidates.
 */
export async function readDocumentFile(house: House, tenantId: number, fileId: number): Promise<Reply> {
  const file = await findFile(house.db.tenant(tenantId), tenantId, fileId);
  return file ? sendFile(house, tenantId, file) : fail('NOT_FOUND');
}
