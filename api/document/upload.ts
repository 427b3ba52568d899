import { randomUUID } from 'node:crypto';
import {
  acceptedFormats,
  BYTES_PER_APPLICATION,
  documentMove,
  FILES_PER_APPLICATION,
  FILES_PER_DOCUMENT,
  FORMATS,
  formatText,
  takesFiles,
} from '@orbita/domain/document';
import { isoInZone } from '@orbita/domain/foundation';
import type { Runner } from '../platform/database/types.ts';
import { storeSealed } from '../platform/files/storage.ts';
import type { Ctx } from '../platform/http/context.ts';
import { AppError, fail } from '../platform/http/errors.ts';
import type { Limit } from '../platform/http/limits.ts';
import { reply } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { bulletinSent, isBulletin } from '../selection/exam-score/bulletin.ts';
import { lockSubscription } from '../subscription/move.ts';
import { ownSubscription } from '../subscription/own.ts';
import type { Budget, Holding } from './budget.ts';
import { inspectFile } from './inspection/in-thread.ts';
import { fileName, receive } from './receive.ts';
import { scanFile } from './scan.ts';
import { type DocumentRow, findDocument, insertFile, lockDocument, setState, storedOf } from './store.ts';

type Call = Ctx<'POST /candidate/subscriptions/{id}/documents/{documentId}/files'>;
type Sent = { name: string; type: string; bytes: Buffer; sha256: string };

const UPLOADS: Limit = { name: 'uploads', max: 60, windowMs: 3600_000 };

const ownDocument = async (ctx: Call): Promise<DocumentRow> => {
  const own = await ownSubscription(ctx, ctx.params.id);
  const row = await findDocument(ctx.platform.db.tenant(ctx.tenant.id), ctx.tenant.id, ctx.params.documentId);
  return row && row.subscription_id === own.id ? row : fail('NOT_FOUND');
};

/** Reads and inspects an upload; photos lose their metadata. */
async function judged(ctx: Call, document: DocumentRow, holding: Holding): Promise<Sent> {
  const sent = await ctx.file();
  const name = fileName(sent.name);
  const accepted = acceptedFormats(document.accepts_xlsx);
  const received = await receive(sent, holding);
  if (!received.ok) {
    if (received.problem === 'FORMAT_NOT_ACCEPTED')
      fail('FORMAT_NOT_ACCEPTED', { message: formatText(accepted) });
    fail(received.problem);
  }
  const verdict = await inspectFile({ name, bytes: received.bytes, accepted }).catch((error: Error) => {
    ctx.platform.log.error({ err: error }, 'file not judged');
    fail('UPLOAD_FAILED');
  });
  if (!verdict.ok) fail(verdict.problem, { message: verdict.text });
  const { format, bytes, sha256 } = verdict;
  return { name, type: FORMATS[format].mediaType, bytes: Buffer.from(bytes), sha256 };
}

const filesInUse = (row: DocumentRow) => row.files.filter(({ scan }) => scan !== 'infected').length;

function checkOpen(row: DocumentRow): void {
  if (!takesFiles(row.state)) fail('APPROVED');
  if (filesInUse(row) >= FILES_PER_DOCUMENT) fail('TOO_MANY_FILES');
}

const scanSoon = (platform: Platform, tenantId: number, fileId: number) =>
  setImmediate(() => {
    scanFile(platform, tenantId, fileId).catch((error: Error) =>
      platform.log.warn({ err: error, fileId }, 'file not scanned yet'),
    );
  });

/** Checks the limits for all files of one application (S26). */
async function checkStorageLimits(
  on: Runner,
  tenantId: number,
  subscriptionId: number,
  more: number,
): Promise<void> {
  const { files, bytes } = await storedOf(on, tenantId, subscriptionId);
  if (files >= FILES_PER_APPLICATION || bytes + more > BYTES_PER_APPLICATION) fail('FILES_FULL');
}

/** Writes the row of a stored file, under the locks of its application and its document. */
const addFile = (ctx: Call, known: DocumentRow, file: Sent, key: string, now: Date) =>
  ctx.platform.db.write(ctx.tenant.id, async (tx) => {
    // The application is locked first, as everywhere: sending the bulletin moves it (TR-42), and the limits
    // count all its files.
    await lockSubscription(tx, known.subscription_id);
    const row = await lockDocument(tx, known.id);
    if (!row) fail('NOT_FOUND');
    checkOpen(row);
    await checkStorageLimits(tx, ctx.tenant.id, known.subscription_id, file.bytes.length);
    const { name, type, sha256 } = file;
    const fileId = await insertFile(
      tx,
      { documentId: row.id, name, size: file.bytes.length, type, sha256, key },
      now,
    );
    const state = documentMove(row.state, 'file-added') ?? row.state;
    await setState(tx, row.id, state, now);
    if (isBulletin(row)) await bulletinSent(tx, ctx.platform, row.subscription_id);
    return { fileId, state };
  });

async function takeFile(ctx: Call, known: DocumentRow, holding: Holding) {
  const { platform, tenant } = ctx;
  const file = await judged(ctx, known, holding);
  checkOpen(known);
  await checkStorageLimits(
    platform.db.tenant(tenant.id),
    tenant.id,
    known.subscription_id,
    file.bytes.length,
  );
  const key = `tenants/${tenant.id}/documents/${known.subscription_id}/${randomUUID()}`;
  await storeSealed(platform, tenant.id, key, file.bytes).catch((error: Error) => {
    platform.log.error({ err: error }, 'file not stored');
    fail('UPLOAD_FAILED');
  });
  const now = platform.clock.now();
  const added = await addFile(ctx, known, file, key, now).catch(async (error: unknown) => {
    // After an unexpected failure it is unknown whether the row was committed, so its content is kept.
    if (error instanceof AppError) await platform.files.delete(key).catch(() => undefined);
    throw error;
  });
  scanSoon(platform, tenant.id, added.fileId);
  return reply(201, {
    fileId: added.fileId,
    name: file.name,
    size: file.bytes.length,
    type: file.type,
    sentAt: isoInZone(now, tenant.timeZone),
    scan: 'pending',
    documentId: known.id,
    state: added.state,
  });
}

/**
 * POST files (spec 15.3): checks for 404, then the file, then the state of the document. The sealed content
 * is stored before its row is written, so that a crash in between leaves either a complete file or none.
 */
export async function uploadFile(ctx: Call, budget: Budget) {
  const { platform, tenant, session } = ctx;
  const known = await ownDocument(ctx);
  platform.limits.take(UPLOADS, { tenant: tenant.id, account: session.accountId });
  const holding = budget.of(tenant.id, session.personId);
  try {
    return await takeFile(ctx, known, holding);
  } finally {
    holding.release();
  }
}
