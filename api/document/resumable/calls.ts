import { FILE_TEXTS, UPLOADS_PER_APPLICATION } from '@orbita/domain/document';
import { isoInZone } from '@orbita/domain/foundation';
import type { Ctx } from '../../platform/http/context.ts';
import { AppError, fail } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { reply } from '../../platform/http/route.ts';
import { type Caller, checkInstitution, checkScope, ownSubscription } from '../../subscription/own.ts';
import { acceptFile, checkOpen, checkStorageLimits, ownDocument, UPLOADS } from '../accept-file.ts';
import type { Budget } from '../budget.ts';
import { cleanName } from '../receive.ts';
import { findDocument, findSentFile } from '../store.ts';
import { dropPieces, joinPieces } from './pieces.ts';
import {
  deleteUpload,
  findUpload,
  finishUpload,
  insertUpload,
  KEPT_HOURS,
  openUploads,
  type UploadRow,
} from './store.ts';
import { answerTus } from './tus.ts';

const ENDS: Limit = { name: 'upload-ends', max: 120, windowMs: 3600_000 };
const SHA256 = /^[0-9a-f]{64}$/;

/** An upload of the session's person; 404 for others. */
async function ownUpload(ctx: Caller, id: string): Promise<UploadRow> {
  const row = await findUpload(ctx.platform.db.tenant(ctx.tenant.id), id);
  if (!row || row.person_id !== ctx.session.personId) fail('NOT_FOUND');
  checkScope(ctx, row.subscription_id);
  checkInstitution(ctx, row.institution_code);
  return row;
}

const drop = async ({ platform, tenant }: Caller, id: string) =>
  dropPieces(platform, await deleteUpload(platform.db.tenant(tenant.id), id));

/**
 * POST uploads: begins an upload of a document (tus creation). What is known before the bytes arrive is refused here: the size,
 * or a document that accepts no files. If there are too many unfinished uploads, the oldest is dropped.
 */
export async function beginUpload(
  ctx: Ctx<'POST /candidate/subscriptions/{id}/documents/{documentId}/uploads'>,
  budget: Budget,
) {
  const { platform, tenant, session } = ctx;
  const known = await ownDocument(ctx, ctx.params.id, ctx.params.documentId);
  platform.limits.take(UPLOADS, { tenant: tenant.id, account: session.accountId });
  const on = platform.db.tenant(tenant.id);
  return answerTus(ctx, {
    holding: budget.of(tenant.id, session.personId),
    begin: async (id, size, metadata) => {
      if (size === 0) fail('FILE_EMPTY', { message: FILE_TEXTS.empty });
      const name = cleanName(metadata.filename ?? '');
      checkOpen(known);
      const open = await openUploads(on, known.subscription_id);
      const kept = open.slice(Math.max(0, open.length - UPLOADS_PER_APPLICATION + 1));
      for (const { id: oldest } of open.slice(0, open.length - kept.length)) await drop(ctx, oldest);
      const underWay = kept.reduce((sum, one) => sum + one.size, 0);
      checkStorageLimits(known, underWay + size);
      const sha256 = SHA256.test(metadata.sha256 ?? '') ? (metadata.sha256 ?? null) : null;
      await insertUpload(on, { id, document_id: known.id, name, size, sha256 }, platform.clock.now());
    },
  });
}

/** GET uploads: what can be resumed, even in another browser, since nothing is kept on the device. */
export async function listUploads(ctx: Ctx<'GET /candidate/subscriptions/{id}/uploads'>) {
  const { platform, tenant } = ctx;
  const own = await ownSubscription(ctx, ctx.params.id);
  const rows = await openUploads(platform.db.tenant(tenant.id), own.id);
  return reply(
    200,
    rows.map(({ id, document_id, name, size, received, sha256, touched_at }) => ({
      uploadId: id,
      documentId: document_id,
      name,
      size,
      received,
      sha256,
      expiresAt: isoInZone(new Date(touched_at.getTime() + KEPT_HOURS * 3600_000), tenant.timeZone),
    })),
  );
}

/** HEAD, PATCH and DELETE of an upload, according to tus 1.0. */
export async function goOnWithUpload(
  ctx: Ctx<
    | 'HEAD /candidate/uploads/{uploadId}'
    | 'PATCH /candidate/uploads/{uploadId}'
    | 'DELETE /candidate/uploads/{uploadId}'
  >,
  budget: Budget,
) {
  const { id } = await ownUpload(ctx, ctx.params.uploadId);
  return answerTus(ctx, { holding: budget.of(ctx.tenant.id, ctx.session.personId), id });
}

/** A refusal that the same bytes would always get; otherwise the upload is kept and finished later. */
const isFinal = (error: unknown): boolean =>
  error instanceof AppError && error.status < 500 && error.code !== 'RATE_LIMITED';

/**
 * POST file: passes a completely received upload to the same inspection as every upload (spec 15.9). A repeat returns the same
 * file, because the first response may have been lost.
 */
export async function finishOwnUpload(ctx: Ctx<'POST /candidate/uploads/{uploadId}/file'>, budget: Budget) {
  const { platform, tenant, session } = ctx;
  const row = await ownUpload(ctx, ctx.params.uploadId);
  platform.limits.take(ENDS, { tenant: tenant.id, account: session.accountId });
  const on = platform.db.tenant(tenant.id);
  const created = async (fileId: number) => {
    const file = await findSentFile(on, fileId);
    return file
      ? reply(201, { ...file, sentAt: isoInZone(file.sentAt, tenant.timeZone) })
      : fail('NOT_FOUND');
  };
  if (row.file_id !== null) return created(row.file_id);
  if (row.received !== row.size) fail('UPLOAD_UNFINISHED');
  const known = await findDocument(on, row.document_id);
  if (!known) fail('NOT_FOUND');
  const holding = budget.of(tenant.id, session.personId);
  let faster = false;
  try {
    const bytes = await joinPieces(ctx, row, holding);
    const file = await acceptFile(ctx, known, { name: row.name, bytes }, async (tx, sent) => {
      if (await finishUpload(tx, row.id, sent.fileId)) return;
      faster = true;
      fail('UPLOAD_MOVED');
    });
    await dropPieces(platform, row.pieces);
    return reply(201, file);
  } catch (error) {
    if (faster) {
      const now = await ownUpload(ctx, row.id);
      if (now.file_id !== null) return created(now.file_id);
    } else if (isFinal(error)) await drop(ctx, row.id);
    throw error;
  } finally {
    holding.release();
  }
}
