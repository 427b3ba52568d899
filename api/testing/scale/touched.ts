import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/index.ts';
import type { House } from '../../platform/house.ts';
import { GROWING } from './plans.ts';

/** Rows of one table that one transaction read, with those that triggers and constraints looked at. */
export type Touch = { table: string; rows: number; doing: string };

/** Counts of what the server has not yet added up; those of earlier transactions may still be among them. */
const counts = async (tx: Tx): Promise<Map<string, number>> => {
  const rows = await tx.many<{ relname: string; read: number }>(sql`
    select relname, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_xact_user_tables where relname = any(${GROWING}::text[])`);
  return new Map(rows.map(({ relname, read }) => [relname, read]));
};

/**
 * Watches every transaction of a tenant from now on. `doing` names what is being done when one ends; the answer lists, of
 * all of them, the reads of more than `most` rows of a table that grows with the applications.
 */
export function watchTouches(house: House, tenantId: number, doing: () => string, most: number): Touch[] {
  const found: Touch[] = [];
  const { write } = house.db;
  house.db.write = (id, task) =>
    id === tenantId
      ? write(id, async (tx) => {
          const before = await counts(tx);
          const outcome = await task(tx);
          for (const [table, read] of await counts(tx)) {
            const rows = read - (before.get(table) ?? 0);
            if (rows > most) found.push({ table, rows, doing: doing() });
          }
          return outcome;
        })
      : write(id, task);
  return found;
}
