import { createHash, randomUUID } from 'node:crypto';
import {
  acceptedFormats,
  checkFile,
  documentMove,
  FILES_PER_DOCUMENT,
  FORMATS,
  formatText,
  takesFiles,
} from '@orbita/domain/document';
import { isoInZone } from '@orbita/domain/foundation';
import type { House } from '../platform/house.ts';
import type { Ctx } from '../platform/http/context.ts';
import { AppError, fail } from '../platform/http/errors.ts';
import type { Limit } from '../platform/http/limits.ts';
import { reply } from '../platform/http/route.ts';
import { bulletinSent, isBulletin } from '../selection/index.ts';
import { lockSubscription, ownSubscription } from '../subscription/index.ts';
import { withoutMetadata } from './jpeg.ts';
import { type Budget, fileName, receive } from './receive.ts';
import { scanFile } from './scan.ts';
import { storeSealed } from './storage.ts';
import { type DocumentRow, findDocument, insertFile, lockDocument, setState } from './store.ts';

type Call = Ctx<'POST /candidate/subscriptions/{id}/documents/{documentId}/files'>;
type Judged = { name: string; type: string; bytes: Buffer };

const UPLOADS: Limit = { name: 'uploads', max: 60, windowMs: 3600_000 };

const ownDocument = async (ctx: Call): Promise<DocumentRow> => {
  const own = await ownSubscription(ctx, ctx.params.id);
  const row = await findDocument(ctx.house.db.tenant(ctx.tenant.id), ctx.tenant.id, ctx.params.documentId);
  return row && row.subscription_id === own.id ? row : fail('NOT_FOUND');
};

/** Reads and judges what was sent; photos lose what they tell besides the picture. */
async function judged(ctx: Call, document: DocumentRow, budget: Budget): Promise<Judged> {
  const sent = await ctx.file();
  const name = fileName(sent.name);
  const formats = acceptedFormats(document.accepts_xlsx);
  const received = await receive(sent, budget);
  if (!received.ok) {
    if (received.problem === 'FORMAT_NOT_ACCEPTED')
      fail('FORMAT_NOT_ACCEPTED', { message: formatText(formats) });
    fail(received.problem);
  }
  const verdict = checkFile(name, received.bytes, formats);
  if (!verdict.ok) fail(verdict.problem, { message: verdict.text });
  const bytes = verdict.format === 'jpeg' ? withoutMetadata(received.bytes) : received.bytes;
  return bytes ? { name, type: FORMATS[verdict.format].mediaType, bytes } : fail('FILE_DAMAGED');
}

const filesInUse = (row: DocumentRow) => row.files.filter(({ scan }) => scan !== 'infected').length;

function checkOpen(row: DocumentRow): void {
  if (!takesFiles(row.state)) fail('APPROVED');
  if (filesInUse(row) >= FILES_PER_DOCUMENT) fail('TOO_MANY_FILES');
}

const scanSoon = (house: House, tenantId: number, fileId: number) =>
  setImmediate(() => {
    scanFile(house, tenantId, fileId).catch((error: Error) =>
      house.log.warn({ err: error, fileId }, 'file not scanned yet'),
    );
  });

/**
 * POST files (spec 15.3): 404, then the file itself, then the state of the document. The sealed content is on the disk
 * before its row is written, so that whatever happens in between leaves either a whole file or none.
 */
export async function uploadFile(ctx: Call, budget: Budget) {
  const { house, tenant, session } = ctx;
  const known = await ownDocument(ctx);
  house.limits.take(UPLOADS, { tenant: tenant.id, account: session.accountId });
  const file = await judged(ctx, known, budget);
  checkOpen(known);
  const key = `tenants/${tenant.id}/documents/${known.subscription_id}/${randomUUID()}`;
  await storeSealed(house, tenant.id, key, file.bytes).catch((error: Error) => {
    house.log.error({ err: error }, 'file not stored');
    fail('UPLOAD_FAILED');
  });
  const now = house.clock.now();
  const size = file.bytes.length;
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  const added = await house.db
    .write(tenant.id, async (tx) => {
      // Sending the bulletin moves the application (TR-42), whose row is locked before its documents everywhere.
      if (isBulletin(known)) await lockSubscription(tx, known.subscription_id);
      const row = await lockDocument(tx, known.id);
      if (!row) fail('NOT_FOUND');
      checkOpen(row);
      const fileId = await insertFile(
        tx,
        { documentId: row.id, name: file.name, size, type: file.type, sha256, key },
        now,
      );
      const state = documentMove(row.state, 'file-added') ?? row.state;
      await setState(tx, row.id, state, now);
      if (isBulletin(row)) await bulletinSent(tx, house, row.subscription_id);
      return { fileId, state };
    })
    .catch(async (error: unknown) => {
      // After a failure nobody foresaw it is not known whether the row stands: then its content stays.
      if (error instanceof AppError) await house.files.delete(key).catch(() => undefined);
      throw error;
    });
  scanSoon(house, tenant.id, added.fileId);
  return reply(201, {
    fileId: added.fileId,
    name: file.name,
    size,
    type: file.type,
    sentAt: isoInZone(now, tenant.timeZone),
    scan: 'pending',
    documentId: known.id,
    state: added.state,
  });
}
