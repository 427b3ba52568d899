import { FILE_LIMIT } from '@orbita/domain/document';
import type { Platform } from '../platform/platform.ts';
import type { Part } from './judge.ts';

/**
 * The file scanner (R17): whether it responds, and the largest file it accepts. A limit below the maximum file size is a
 * configuration error: clamd's default for `StreamMaxLength` is 25 MB.
 */
export async function scannerPart({ ports }: Pick<Platform, 'ports'>): Promise<Part> {
  const limit = await ports.scan.limit(true);
  return {
    status: limit === undefined ? 'ok' : 'degraded',
    limitBytes: limit ?? FILE_LIMIT,
    neededBytes: FILE_LIMIT,
  };
}
