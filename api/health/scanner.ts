import { FILE_LIMIT } from '@orbita/domain/document';
import type { Platform } from '../platform/platform.ts';
import type { Part } from './judge.ts';

/**
 * The scanner of files (R17): whether it answers, and the largest file it takes. One that takes less than a file may have is
 * set too low: `StreamMaxLength` of clamd is 25 MB as it is delivered.
 */
export async function scannerPart({ ports }: Pick<Platform, 'ports'>): Promise<Part> {
  const limit = await ports.scan.limit(true);
  return {
    status: limit === undefined ? 'ok' : 'degraded',
    limitBytes: limit ?? FILE_LIMIT,
    neededBytes: FILE_LIMIT,
  };
}
