import { join } from 'node:path';
import type { Config } from '../config.ts';
import { lockFolder } from '../folder-lock.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import type { Database } from './types.ts';

/**
 * Opens the installation's database for a command, with few connections. The embedded one is locked: while a server has it
 * open, no command can use it. Throws if the folder is in use.
 */
export async function openForCommand({
  dataDir,
  databaseUrl: url,
  ownerDatabaseUrl: ownerUrl,
  listenDatabaseUrl: listenUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'ownerDatabaseUrl' | 'listenDatabaseUrl'>): Promise<Database> {
  if (url) return openPostgres({ url, listenUrl, pool: 2, ...(ownerUrl ? { ownerUrl } : {}) });
  lockFolder(dataDir);
  return openPglite(join(dataDir, 'pglite'));
}
