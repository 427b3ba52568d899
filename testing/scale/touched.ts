import sql from 'sql-template-tag';
import type { Tx } from '../../api/platform/database/types.ts';
import type { Platform } from '../../api/platform/platform.ts';
import { GROWING } from './plans.ts';

/** Rows of one table that one transaction read, including reads by triggers and constraints. */
export type Touch = { table: string; rows: number; doing: string };

/** Statistics not added up by the server yet; they may still include earlier transactions. */
const counts = async (tx: Tx): Promise<Map<string, number>> => {
  const rows = await tx.many<{ relname: string; read: number }>(sql`
    select relname, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_xact_user_tables where relname = any(${GROWING}::text[])`);
  return new Map(rows.map(({ relname, read }) => [relname, read]));
};

/**
 * Watches every transaction of a tenant from now on. `doing` names the work when one ends; the result lists all reads of more
 * than `most` rows of a table that grows with the applications.
 */
export function watchTouches(
  platform: Platform,
  tenantId: number,
  doing: () => string,
  most: number,
): Touch[] {
  const found: Touch[] = [];
  const { write } = platform.db;
  platform.db.write = (id, task) =>
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
