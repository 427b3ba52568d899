import type { Config } from './platform/config.ts';
import { openPostgres } from './platform/database/postgres.ts';
import { prepareDatabase } from './platform/database/prepare.ts';
import { erasureListOf } from './platform/erasure-list.ts';
import { checkFiles, openFiles } from './platform/files/open-files.ts';
import { createLog } from './platform/log.ts';
import { refuseTooManyConnections } from './platform/processes/connections.ts';
import { runProcesses } from './platform/processes/primary.ts';
import { repeatErasures } from './privacy/repeat.ts';
import { loadReference } from './tenancy/reference.ts';

/**
 * Prepares the database once and then runs the processes of a node. Throws `Misconfigured` if PostgreSQL doesn't have enough
 * connections for all of them. Resolves with the exit code.
 */
export async function runNode(config: Config & { databaseUrl: string }, processes: number): Promise<number> {
  const { databaseUrl: url, ownerDatabaseUrl: ownerUrl, listenDatabaseUrl: listenUrl } = config;
  const log = createLog(config, undefined, undefined, { process: 'primary', pid: process.pid });
  const db = openPostgres({ url, pool: 1, listenUrl, ...(ownerUrl ? { ownerUrl } : {}) });
  try {
    await checkFiles(config, log);
    await refuseTooManyConnections(db, processes, config.databasePool);
    await prepareDatabase(db);
    await loadReference(db);
    // Before anyone is served: a restored backup may have brought back data of erased people.
    const files = await openFiles(config);
    await repeatErasures(db, erasureListOf(config, files), log).finally(() => files.close());
  } finally {
    await db.close();
  }
  return runProcesses(processes, log);
}
