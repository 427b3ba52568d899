import pg from 'pg';
import { applyDemoCatalogue } from '../api/catalogue/demo.ts';
import { createClock } from '../api/platform/clock.ts';
import { loadConfig } from '../api/platform/config.ts';
import { openPostgres } from '../api/platform/database/postgres.ts';
import { buildPlatform } from '../api/start.ts';
import { freshDatabase } from './fresh-database.ts';
import { T0 } from './harness.ts';

/**
 * Creates a database on the given PostgreSQL with the demo catalogue at T0, which tests copy; from one that already has all
 * tables, if given.
 */
export async function demoDatabase(
  server: string,
  bare?: string,
): Promise<{ name: string; drop(): Promise<void> }> {
  const { name, url, drop } = await freshDatabase(server, bare);
  const db = openPostgres({ url, pool: 2 });
  const clock = createClock();
  clock.set(new Date(T0));
  await applyDemoCatalogue(await buildPlatform(loadConfig({ NODE_ENV: 'test' }), db, { clock }));
  await db.close();
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  // The copy includes the demo's statistics, so that tests use the plans of an analysed database.
  await owner.query('analyze');
  await owner.end();
  return { name, drop };
}
