import { isRefusedFile } from '@orbita/domain/document';
import { readSealed } from '../platform/files/storage.ts';
import type { Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { type FileRow, findFile } from './store.ts';

/** A stored file with what determines whether and how it may be sent. */
export type Sendable = Pick<FileRow, 'id' | 'name' | 'type' | 'storage_key' | 'scan' | 'removed_at'>;

/** Headers that make a browser save the file and never run it on our origin. */
const downloadHeaders = ({ name, type }: Pick<FileRow, 'name' | 'type'>) => ({
  'content-type': type,
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
});

/** Refuses a file that hasn't passed a scan (spec 15.1). */
export function checkScanned(file: Sendable): void {
  if (isRefusedFile(file.scan) || file.removed_at) fail('NOT_FOUND');
  if (file.scan === 'pending') fail('SCAN_PENDING');
}

/** The content of a file as a stream with its headers; 404, 409 `SCAN_PENDING`, or 503 if the storage is down. */
export async function sendFile(platform: Platform, tenantId: number, file: Sendable): Promise<Reply> {
  checkScanned(file);
  try {
    return reply(200, await readSealed(platform, tenantId, file.storage_key), {
      headers: downloadHeaders(file),
    });
  } catch (error) {
    // Its content is deleted right after its removal, which another call may have done since `file` was read.
    const now = await findFile(platform.db.tenant(tenantId), file.id);
    if (!now) fail('NOT_FOUND');
    checkScanned(now);
    platform.log.error({ err: error, fileId: file.id }, 'file not readable');
    fail('UNAVAILABLE');
  }
}
