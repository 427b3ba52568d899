import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { Files } from './files.ts';
import { FolderDriver } from './folder.ts';
import { TrialDriver } from './trial-driver.ts';

/** The folder of stored files in the data folder of this machine. */
export const filesFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'files');

/**
 * Opens the store of files: the bucket that the configuration names, else the folder. Where a sandbox plays the world, the folder
 * may fail. What speaks to S3 is loaded only where there is a bucket.
 */
export async function openFiles(config: Pick<Config, 'bucket' | 'dataDir' | 'sandbox'>): Promise<Files> {
  if (config.bucket) {
    const { BucketDriver } = await import('./bucket.ts');
    return new Files(new BucketDriver(config.bucket));
  }
  const folder = filesFolder(config);
  return new Files(config.sandbox ? new TrialDriver(folder, config.sandbox) : new FolderDriver(folder));
}

/** Tries the bucket of the configuration, if there is one. Throws `Misconfigured` with what has to be set right. */
export async function checkFiles({ bucket }: Pick<Config, 'bucket'>, log: FastifyBaseLogger): Promise<void> {
  if (!bucket) return;
  const { checkBucket } = await import('./check-bucket.ts');
  await checkBucket(bucket, log);
}
