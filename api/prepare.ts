/**
 * Prepares a database without serving: `node api/prepare.ts migrate|seed-reference`. A start does both by itself; this
 * is for those who let other hands change a database.
 */
import { loadReference } from './operations/index.ts';
import { loadConfig } from './platform/config.ts';
import { migrate } from './platform/database/index.ts';
import { openDatabase } from './start.ts';

const [work] = process.argv.slice(2);
if (work !== 'migrate' && work !== 'seed-reference') {
  console.error('migrate or seed-reference');
  process.exit(2);
}
const db = await openDatabase(loadConfig(process.env));
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
