/**
 * Prepares a database without serving: `node api/prepare.ts migrate|seed-reference`. A normal start does both itself; this
 * command is for installations that update the database in a separate step.
 */
import { loadDatabaseConfig } from './platform/config.ts';
import { configured } from './platform/configured.ts';
import { openForCommand } from './platform/database/for-command.ts';
import { migrate } from './platform/database/migrate.ts';
import { loadReference } from './tenancy/reference.ts';

const [work] = process.argv.slice(2);
if (work !== 'migrate' && work !== 'seed-reference') {
  console.error('migrate or seed-reference');
  process.exit(2);
}
// This file doesn't use `start.ts`, because that would load the whole product.
const db = await openForCommand(configured(() => loadDatabaseConfig()));
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
