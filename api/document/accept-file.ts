import { randomUUID } from 'node:crypto';
import {
  acceptedFormats,
  BYTES_PER_APPLICATION,
  documentMove,
  FILE_TEXTS,
  FILES_PER_APPLICATION,
  FILES_PER_DOCUMENT,
  FORMATS,
  isRefusedFile,
  namedAs,
  takesFiles,
} from '@orbita/domain/document';
import { isoInZone } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import { tellInstitution } from '../messaging/webhooks/tell.ts';
import type { Tx } from '../platform/database/types.ts';
import { storeSealed } from '../platform/files/storage.ts';
import type { TenantContext } from '../platform/http/context.ts';
import { AppError, fail } from '../platform/http/errors.ts';
import type { Limit } from '../platform/http/limits.ts';
import type { Platform } from '../platform/platform.ts';
import { bulletinSent, isBulletin } from '../selection/exam-score/bulletin.ts';
import { type Caller, checkInstitution, checkScope } from '../subscription/own.ts';
import { inspectFile } from './inspection/in-thread.ts';
import { scanFile } from './scan.ts';
import {
  type DocumentRow,
  type FoundDocument,
  findDocumentOf,
  insertFile,
  lockDocument,
  type Sender,
  setSent,
} from './store.ts';
import { startWaiting } from './waiting.ts';

type On = Pick<TenantContext, 'platform' | 'tenant'>;
type Judged = { name: string; type: string; bytes: Buffer; sha256: string };
export type SentFile = Answer<'POST /candidate/subscriptions/{id}/documents/{documentId}/files'>;

/** A whole file as received; the memory of `bytes` is handed over to the inspection. */
export type Arrived = { name: string; bytes: ArrayBuffer };

/** Files that one account may start to send per hour, by any means. */
export const UPLOADS: Limit = { name: 'uploads', max: 60, windowMs: 3600_000 };

/** A document of the session's person; 404 for others. */
export async function ownDocument(ctx: Caller, id: number, documentId: number): Promise<FoundDocument> {
  checkScope(ctx, id);
  const { platform, tenant, session } = ctx;
  const row = await findDocumentOf(platform.db.tenant(tenant.id), {
    ...{ id: documentId, subscriptionId: id, personId: session.personId },
  });
  if (!row) fail('NOT_FOUND');
  checkInstitution(ctx, row.institution_code);
  return row;
}

async function judged(
  { platform, tenant }: On,
  document: DocumentRow,
  { name, bytes }: Arrived,
): Promise<Judged> {
  const accepted = acceptedFormats(document.accepts_xlsx);
  const verdict = await inspectFile(tenant.id, { bytes, accepted }).catch((error: Error) => {
    // If too many of the tenant's files are waiting for their turn, that isn't a failure.
    if (error instanceof AppError && error.code === 'RATE_LIMITED') throw error;
    platform.log.error({ err: error }, 'file not judged');
    fail('UPLOAD_FAILED');
  });
  if (!verdict.ok) fail(verdict.problem, { message: verdict.text });
  const { format, sha256 } = verdict;
  return {
    name: namedAs(name, format),
    type: FORMATS[format].mediaType,
    bytes: Buffer.from(verdict.bytes),
    sha256,
  };
}

const filesInUse = (row: DocumentRow) => row.files.filter(({ scan }) => !isRefusedFile(scan)).length;

/** Refuses a document that accepts no further files: already decided, or full. */
export function checkOpen(row: DocumentRow): void {
  if (!takesFiles(row.state)) fail('APPROVED');
  if (filesInUse(row) >= FILES_PER_DOCUMENT) fail('TOO_MANY_FILES');
}

/** Checks the limits for all files of one application (S26). */
export function checkStorageLimits({ stored: { files, bytes } }: FoundDocument, more: number): void {
  if (files >= FILES_PER_APPLICATION || bytes + more > BYTES_PER_APPLICATION) fail('FILES_FULL');
}

const scanSoon = (platform: Platform, tenantId: number, fileId: number) =>
  setImmediate(() => {
    scanFile(platform, tenantId, fileId).catch((error: Error) =>
      platform.log.warn({ err: error, fileId }, 'file not scanned yet'),
    );
  });

type Addition = {
  known: FoundDocument;
  file: Judged;
  key: string;
  now: Date;
  within: Within;
  sentBy: Sender;
};
/** The caller's writes in the transaction that adds the file; a refusal undoes both. */
export type Within = (tx: Tx, sent: SentFile) => Promise<void>;

/** Writes the row of a stored file, holding the locks of its application and document. */
const addFile = ({ platform, tenant }: On, { known, file, key, now, within, sentBy }: Addition) =>
  platform.db.write(tenant.id, async (tx): Promise<SentFile> => {
    // Locks the application as well: sending the bulletin moves it (TR-42), and the limits count all its files.
    const row = await lockDocument(tx, known.id);
    if (!row) fail('NOT_FOUND');
    checkOpen(row);
    checkStorageLimits(row, file.bytes.length);
    const { name, type, sha256 } = file;
    const fileId = await insertFile(
      tx,
      { documentId: row.id, name, size: file.bytes.length, type, sha256, key, sentBy },
      now,
    );
    const state = documentMove(row.state, 'file-added') ?? row.state;
    setSent(tx, row.id, state, now);
    // There may already be a clean file: a rejected document then awaits review again.
    if (row.state !== 'sent') await startWaiting(tx, platform, row);
    const sent: SentFile = {
      fileId,
      name,
      size: file.bytes.length,
      type,
      sentAt: isoInZone(now, tenant.timeZone),
      scan: 'pending',
      documentId: known.id,
      state,
    };
    await within(tx, sent);
    await tellInstitution(tx, platform, row.subscription_id, 'document.received', {
      documentId: row.id,
      name: row.name,
      state,
    });
    if (isBulletin(row)) await bulletinSent(tx, platform, row.subscription_id);
    return sent;
  });

/**
 * The final step of every upload (spec 15.1, 15.9): inspects the file, seals its content and adds it to its document. The
 * content is stored before its row is written, so that a crash in between leaves a complete file or none.
 */
export async function acceptFile(
  on: On,
  known: FoundDocument,
  arrived: Arrived,
  within: Within = async () => undefined,
  sentBy: Sender = { by: 'candidate' },
): Promise<SentFile> {
  const { platform, tenant } = on;
  const file = await judged(on, known, arrived);
  checkOpen(known);
  const { length } = file.bytes;
  const most = await platform.ports.scan.limit();
  if (most !== undefined && length > most) fail('FILE_TOO_BIG', { message: FILE_TEXTS.tooBigToScan(most) });
  checkStorageLimits(known, length);
  const key = `tenants/${tenant.id}/documents/${known.subscription_id}/${randomUUID()}`;
  await storeSealed(platform, tenant.id, key, file.bytes).catch((error: Error) => {
    platform.log.error({ err: error }, 'file not stored');
    fail('UPLOAD_FAILED');
  });
  const now = platform.clock.now();
  const added = await addFile(on, { known, file, key, now, within, sentBy }).catch(async (error: unknown) => {
    // After an unexpected failure it is unknown whether the row was committed, so the content is kept.
    if (error instanceof AppError) await platform.files.delete(key).catch(() => undefined);
    throw error;
  });
  scanSoon(platform, tenant.id, added.fileId);
  return added;
}
