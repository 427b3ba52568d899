import { migrate } from '../api/platform/database/migrate.ts';
import { openPglite } from '../api/platform/database/pglite.ts';
import { openPostgres } from '../api/platform/database/postgres.ts';
import type { Database } from '../api/platform/database/types.ts';
import { freshDatabase } from './fresh-database.ts';

/**
 * Environment variable naming the PostgreSQL database that has all tables and no rows, created once for all test files
 * (`template.ts`).
 */
export const BARE = 'ORBITA_TEST_BARE';

/** The embedded database with all tables: created once per process, then copied. */
let embedded: Promise<Blob> | undefined;

/** A separate database with all tables and no tenant: on the tests' server, else embedded. Closing it removes it. */
export async function bareDatabase(pool = 10): Promise<Database> {
  const [server, name] = (process.env[BARE] ?? '').split(' ');
  if (!server) {
    embedded ??= (async () => {
      const first = await openPglite();
      await migrate(first);
      const copy = await first.copy();
      await first.close();
      return copy;
    })();
    return openPglite(undefined, await embedded);
  }
  const copy = await freshDatabase(server, name);
  const db = openPostgres({ url: copy.url, pool });
  return {
    ...db,
    async close() {
      await db.close();
      await copy.drop();
    },
  };
}
