import sql, { raw, type Sql } from 'sql-template-tag';
import { MONTHLY } from './months.ts';
import { together } from './together.ts';
import type { Runner } from './types.ts';

/** Maximum number of rows that one statement changes, so that none runs long or blocks others, however many rows are due. */
export const BATCH = 500;
/** Maximum number of consecutive statements for one tenant; the rest waits for the next run. */
const MOST_ROUNDS = 1_000;

/**
 * SQL condition for some rows by their `ctid`. Not for partitioned tables: each partition has a row at the same place, so the
 * wrong rows would be deleted too.
 */
function some(table: string, where: Sql): Sql {
  if (MONTHLY.some((one) => one === table)) throw new Error(`${table} lies in parts: delete by its key`);
  return sql`ctid = any(array(select ctid from ${raw(table)} where ${where} limit ${raw(String(BATCH))}))`;
}

/** Deletes some rows of a table; `where` must start with the tenant to match an index. @throws for a partitioned table. */
export const deleteSome = (table: string, where: Sql): Sql => sql`
  delete from ${raw(table)} where ${some(table, where)} returning 1`;

/** Clears columns of some rows. @throws for a partitioned table. */
export const emptySome = (table: string, set: Sql, where: Sql): Sql => sql`
  update ${raw(table)} set ${set} where ${some(table, where)} returning 1`;

/**
 * Deletes some of a tenant's oldest rows in a table that grows by id. It only looks at the first rows of `among`, so no index
 * on the time is needed, for which every insert would pay. Deletes by id, because in a partitioned table each partition has a
 * row at the same place; `over` is repeated so that only partitions with such rows are opened.
 */
export const deleteOldest = (table: string, tenantId: number, among: Sql, over: Sql): Sql => sql`
  delete from ${raw(table)} where tenant_id = ${tenantId}::bigint and ${over} and id = any(array(
    select oldest.id from (select * from ${raw(table)} where tenant_id = ${tenantId}::bigint and ${among}
      order by id limit ${raw(String(BATCH))}) oldest where ${over})) returning 1`;

/** Runs changes of some rows together as one statement, until none finds a full batch. Returns how many rows were changed. */
export async function inBatches(on: Runner, changes: readonly Sql[]): Promise<number> {
  let all = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const done = await together(on, changes);
    all += done;
    if (done < BATCH) break;
  }
  return all;
}
