import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Runner } from './types.ts';

/**
 * Runs changes of different tables as one statement; each must return its rows. All see the state before the statement, so no
 * two may touch the same row. Returns how many rows they changed.
 */
export async function together(on: Runner, changes: readonly Sql[]): Promise<number> {
  const name = (at: number) => raw(`change_${at}`);
  const row = await on.one<{ done: number }>(sql`
    with ${join(changes.map((change, at) => sql`${name(at)} as (${change})`))}
    select (${join(
      changes.map((_, at) => sql`(select count(*) from ${name(at)})`),
      ' + ',
    )})::int as done`);
  return row?.done ?? 0;
}
