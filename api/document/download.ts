import { ownName } from '@orbita/domain/document';
import sql from 'sql-template-tag';
import type { CandidateContext, Ctx, Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { checkInstitution, checkScope } from '../subscription/own.ts';
import { linkTo } from './link.ts';
import { checkScanned, sendFile } from './send.ts';
import { type FileRow, findFile } from './store.ts';

/** A file of the session's person that hasn't been removed; 404 for others. */
async function ownFile(ctx: Owner, fileId: number): Promise<FileRow> {
  const row = await ownFileEver(ctx, fileId);
  return row.removed_at ? fail('NOT_FOUND') : row;
}
type Owner = Pick<CandidateContext, 'platform' | 'tenant' | 'session' | 'header'>;

/** The same, including removed files. */
export async function ownFileEver(ctx: Owner, fileId: number): Promise<FileRow> {
  const row = await findFile(ctx.platform.db.tenant(ctx.tenant.id), fileId);
  if (!row || row.person_id !== ctx.session.personId) fail('NOT_FOUND');
  checkScope(ctx, row.subscription_id);
  checkInstitution(ctx, row.institution_code);
  return row;
}

/** GET files/{fileId}: the content or, with `link=1`, an address that opens it for five minutes (spec 15.3). */
export async function downloadFile(ctx: Ctx<'GET /candidate/documents/files/{fileId}'>): Promise<Reply> {
  const file = await ownFile(ctx, ctx.params.fileId);
  if (ctx.query.link !== '1') return sendFile(ctx.platform, ctx.tenant.id, file);
  checkScanned(file);
  return reply(200, await linkTo(ctx, { fileId: file.id }));
}

/**
 * A clean file for operations, as a stream with its headers, under a name of our own (spec 25.8). The caller has checked
 * access; otherwise 404, 409 `SCAN_PENDING` and 503 as for candidates.
 */
export async function readDocumentFile(platform: Platform, tenantId: number, fileId: number): Promise<Reply> {
  const on = platform.db.tenant(tenantId);
  const file = (await findFile(on, fileId)) ?? fail('NOT_FOUND');
  const of = await on.one<{ name: string; position: number }>(sql`
    select d.name, (select count(*)::int from document_file f where f.tenant_id = d.tenant_id
      and f.required_document_id = d.id and f.removed_at is null and f.scan = 'clean' and f.id < ${fileId}) as position
    from required_document d where d.tenant_id = ${tenantId} and d.id = ${file.document_id}`);
  const name = ownName(of?.name ?? '', file.subscription_id, file.type, of?.position ?? 0);
  return sendFile(platform, tenantId, { ...file, name });
}
