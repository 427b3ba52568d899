import { demoDatabase } from './demo-database.ts';
import { TEMPLATE } from './harness.ts';

/**
 * Before all API tests on PostgreSQL: creates one database with the demo, which each test file copies.
 * Returns how to remove it.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const server = process.env.ORBITA_TEST_POSTGRES;
  // Projects that run at the same time share it.
  if (!server || process.env[TEMPLATE]) return;
  const { name, drop } = await demoDatabase(server);
  process.env[TEMPLATE] = `${server} ${name}`;
  return drop;
}
