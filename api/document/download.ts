import type { House } from '../platform/house.ts';
import type { Ctx, Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { checkInstitution, checkScope } from '../subscription/index.ts';
import { linkTo } from './link.ts';
import { checkScanned, sendFile } from './send.ts';
import { type FileRow, findFile } from './store.ts';

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

/** GET files/{fileId}: the content, or with `link=1` an address that opens it for five minutes (spec 15.3). */
export async function downloadFile(ctx: Ctx<'GET /candidate/documents/files/{fileId}'>): Promise<Reply> {
  const file = await ownFile(ctx, ctx.params.fileId);
  if (ctx.query.link !== '1') return sendFile(ctx.house, ctx.tenant.id, file);
  checkScanned(file);
  return reply(200, await linkTo(ctx, file));
}

/**
 * A clean file for operations, as a stream with its headers. The caller has made sure that it may be seen; 404, 409
 * `SCAN_PENDING`, 503 as for candidates.
 */
export async function readDocumentFile(house: House, tenantId: number, fileId: number): Promise<Reply> {
  const file = await findFile(house.db.tenant(tenantId), tenantId, fileId);
  return file ? sendFile(house, tenantId, file) : fail('NOT_FOUND');
}
