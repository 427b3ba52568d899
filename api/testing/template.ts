import pg from 'pg';
import { applyDemoCatalogue } from '../operations/provisioning/demo.ts';
import { createClock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { openPostgres } from '../platform/database/index.ts';
import { buildHouse } from '../start.ts';
import { freshDatabase } from './fresh-database.ts';
import { T0, TEMPLATE } from './harness.ts';

/**
 * Before all API tests on PostgreSQL: one database with the demo catalogue as it stands at T0, which each test file
 * copies instead of writing it again. Returns what removes it.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const server = process.env.ORBITA_TEST_POSTGRES;
  if (!server) return;
  const template = await freshDatabase(server);
  const db = openPostgres({ url: template.url, pool: 2 });
  const clock = createClock();
  clock.set(new Date(T0));
  await applyDemoCatalogue(await buildHouse(loadConfig({ NODE_ENV: 'test' }), db, { clock }));
  await db.close();
  const owner = new pg.Client({ connectionString: template.url });
  await owner.connect();
  // Statistics of the demo travel with the copy: tests then see the plans of an analysed database.
  await owner.query('analyze');
  await owner.end();
  process.env[TEMPLATE] = `${server} ${template.name}`;
  return template.drop;
}
