import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { Files } from './files.ts';
import { FolderDriver } from './folder.ts';
import { TrialDriver } from './trial-driver.ts';

/** Folder of stored files in this machine's data folder. */
export const filesFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'files');

/**
 * Opens the file store: the configured bucket, otherwise the folder. With a sandbox, the folder can simulate failures. The S3
 * client is only loaded if there is a bucket.
 */
export async function openFiles(config: Pick<Config, 'bucket' | 'dataDir' | 'sandbox'>): Promise<Files> {
  if (config.bucket) {
    const { BucketDriver } = await import('./bucket.ts');
    return new Files(new BucketDriver(config.bucket));
  }
  const folder = filesFolder(config);
  return new Files(config.sandbox ? new TrialDriver(folder, config.sandbox) : new FolderDriver(folder));
}

/** Tests the configured bucket, if there is one. Throws `Misconfigured` with what has to be fixed. */
export async function checkFiles({ bucket }: Pick<Config, 'bucket'>, log: FastifyBaseLogger): Promise<void> {
  if (!bucket) return;
  const { checkBucket } = await import('./check-bucket.ts');
  await checkBucket(bucket, log);
}
