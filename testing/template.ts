import { migrate } from '../api/platform/database/migrate.ts';
import { openPostgres } from '../api/platform/database/postgres.ts';
import { BARE } from './bare-database.ts';
import { demoDatabase } from './demo-database.ts';
import { freshDatabase } from './fresh-database.ts';
import { TEMPLATE } from './harness.ts';

/**
 * Creates one database with all tables and one with the demo on a PostgreSQL, which test files copy; returns the environment
 * that names them, and a function that removes them.
 */
export async function makeTemplates(
  server: string,
): Promise<{ demo: string; environment: Record<string, string>; drop(): Promise<void> }> {
  const bare = await freshDatabase(server);
  const db = openPostgres({ url: bare.url, pool: 2 });
  await migrate(db);
  await db.close();
  const demo = await demoDatabase(server, bare.name);
  return {
    demo: demo.name,
    environment: { [BARE]: `${server} ${bare.name}`, [TEMPLATE]: `${server} ${demo.name}` },
    async drop() {
      await demo.drop();
      await bare.drop();
    },
  };
}

/** Before all API tests on PostgreSQL, unless `npm test` has made them; returns a function that removes them. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const server = process.env.ORBITA_TEST_POSTGRES;
  // Projects that run at the same time share them.
  if (!server || process.env[TEMPLATE]) return;
  const { environment, drop } = await makeTemplates(server);
  Object.assign(process.env, environment);
  return drop;
}
