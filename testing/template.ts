import { migrate } from '../api/platform/database/migrate.ts';
import { openPostgres } from '../api/platform/database/postgres.ts';
import { BARE } from './bare-database.ts';
import { demoDatabase } from './demo-database.ts';
import { freshDatabase } from './fresh-database.ts';
import { TEMPLATE } from './harness.ts';

/**
 * Before all API tests on PostgreSQL: creates one database with all tables and one with the demo, which test files copy.
 * Returns a function that removes them.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const server = process.env.ORBITA_TEST_POSTGRES;
  // Projects that run at the same time share them.
  if (!server || process.env[TEMPLATE]) return;
  const bare = await freshDatabase(server);
  const db = openPostgres({ url: bare.url, pool: 2 });
  await migrate(db);
  await db.close();
  const demo = await demoDatabase(server, bare.name);
  process.env[BARE] = `${server} ${bare.name}`;
  process.env[TEMPLATE] = `${server} ${demo.name}`;
  return async () => {
    await demo.drop();
    await bare.drop();
  };
}
