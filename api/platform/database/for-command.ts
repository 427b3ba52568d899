import { join } from 'node:path';
import type { Config } from '../config.ts';
import { lockFolder } from '../folder-lock.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import type { Database } from './types.ts';

/**
 * The database of the installation for a command, over few connections. The embedded one is locked: a server that has it open lets no
 * command in. Throws where the folder is in use.
 */
export async function openForCommand({
  dataDir,
  databaseUrl: url,
  ownerDatabaseUrl: ownerUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'ownerDatabaseUrl'>): Promise<Database> {
  if (url) return openPostgres({ url, pool: 2, ...(ownerUrl ? { ownerUrl } : {}) });
  lockFolder(dataDir);
  return openPglite(join(dataDir, 'pglite'));
}
