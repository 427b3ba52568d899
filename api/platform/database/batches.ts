import sql, { raw, type Sql } from 'sql-template-tag';
import { MONTHLY } from './months.ts';
import { together } from './together.ts';
import type { Runner } from './types.ts';

/** Rows that one statement changes at most, so that none takes long or keeps others waiting, however many are over. */
export const BATCH = 500;
/** Statements in a row for one tenant; what is left then waits for the next run. */
const MOST_ROUNDS = 1_000;

/** Some rows by their places. A table in parts has a row at the same place in each of them, so that others would go as well. */
function some(table: string, where: Sql): Sql {
  if (MONTHLY.some((one) => one === table)) throw new Error(`${table} lies in parts: delete by its key`);
  return sql`ctid = any(array(select ctid from ${raw(table)} where ${where} limit ${raw(String(BATCH))}))`;
}

/** Deletes some rows of a table that are over; `where` begins an index with the tenant. @throws of a table in parts. */
export const deleteSome = (table: string, where: Sql): Sql => sql`
  delete from ${raw(table)} where ${some(table, where)} returning 1`;

/** Empties columns of some rows. @throws of a table in parts. */
export const emptySome = (table: string, set: Sql, where: Sql): Sql => sql`
  update ${raw(table)} set ${set} where ${some(table, where)} returning 1`;

/**
 * Deletes some of the oldest rows of a tenant in a table that grows by its ids: it looks at the first ones of `among` alone, so that
 * its moment needs no index, which every new row would pay for. By their ids, because a table in parts has a row at one place in
 * each of them; what is `over` is asked again, so that only parts that hold such rows are opened.
 */
export const deleteOldest = (table: string, tenantId: number, among: Sql, over: Sql): Sql => sql`
  delete from ${raw(table)} where tenant_id = ${tenantId}::bigint and ${over} and id = any(array(
    select oldest.id from (select * from ${raw(table)} where tenant_id = ${tenantId}::bigint and ${among}
      order by id limit ${raw(String(BATCH))}) oldest where ${over})) returning 1`;

/** Runs changes of some rows, as one statement, until none finds a whole batch. Returns how many rows were changed. */
export async function inBatches(on: Runner, changes: readonly Sql[]): Promise<number> {
  let all = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const done = await together(on, changes);
    all += done;
    if (done < BATCH) break;
  }
  return all;
}
