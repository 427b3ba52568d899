/**
 * Prepares a database without serving: `node api/prepare.ts migrate|seed-reference`. A normal start does both
 * itself; this command is for installations that change the database in a separate step.
 */
import { join } from 'node:path';
import { loadDatabaseConfig } from './platform/config.ts';
import { configured } from './platform/configured.ts';
import { migrate } from './platform/database/migrate.ts';
import { openPglite } from './platform/database/pglite.ts';
import { openPostgres } from './platform/database/postgres.ts';
import { lockFolder } from './platform/folder-lock.ts';
import { loadReference } from './tenancy/reference.ts';

const [work] = process.argv.slice(2);
if (work !== 'migrate' && work !== 'seed-reference') {
  console.error('migrate or seed-reference');
  process.exit(2);
}
// This file does not use `start.ts`, because that would load the whole product.
const { dataDir, databaseUrl, ownerDatabaseUrl: ownerUrl } = configured(() => loadDatabaseConfig());
if (!databaseUrl) lockFolder(dataDir);
const db = databaseUrl
  ? openPostgres({ url: databaseUrl, pool: 2, ...(ownerUrl ? { ownerUrl } : {}) })
  : await openPglite(join(dataDir, 'pglite'));
try {
  await migrate(db);
  if (work === 'seed-reference') await loadReference(db);
} finally {
  await db.close();
}
console.log(
  work === 'migrate' ? 'The tables are up to date.' : 'States, municipalities and genders are there.',
);
process.exit(0);
