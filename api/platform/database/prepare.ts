import { migrate } from './migrate.ts';
import { tenancyOffences } from './safety.ts';
import type { Database } from './types.ts';

/** Brings the schema up to date. Throws when the database does not isolate tenants (T1–T5, T8). */
export async function prepareDatabase(db: Database): Promise<void> {
  await migrate(db);
  await db.prove?.();
  const offences = await tenancyOffences(db);
  if (offences.length > 0)
    throw new Error(`The database does not keep tenants apart:\n${offences.join('\n')}`);
}
