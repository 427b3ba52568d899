import sql, { raw, type Sql } from 'sql-template-tag';
import { together } from './together.ts';
import type { Runner } from './types.ts';

/** Rows that one statement changes at most, so that none takes long or keeps others waiting, however many are over. */
export const BATCH = 500;
/** Statements in a row for one tenant; what is left then waits for the next run. */
const MOST_ROUNDS = 1_000;

const some = (rows: Sql): Sql => sql`= any(array(${rows} limit ${raw(String(BATCH))}))`;

/** Deletes some rows of a table that are over; `where` begins an index with the tenant. */
export const deleteSome = (table: string, where: Sql): Sql => sql`
  delete from ${raw(table)} where ctid ${some(sql`select ctid from ${raw(table)} where ${where}`)} returning 1`;

/** Empties columns of some rows. */
export const emptySome = (table: string, set: Sql, where: Sql): Sql => sql`
  update ${raw(table)} set ${set} where ctid ${some(sql`select ctid from ${raw(table)} where ${where}`)} returning 1`;

/**
 * Deletes some of the oldest rows of a table that grows by its ids: it looks at the first ones of `among` alone, so that its moment
 * needs no index, which every new row would pay for.
 */
export const deleteOldest = (table: string, among: Sql, over: Sql): Sql => sql`
  delete from ${raw(table)} where ctid = any(array(
    select oldest.ctid from (select ctid, ${raw(table)}.* from ${raw(table)} where ${among}
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
