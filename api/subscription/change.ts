import sql, { type Sql } from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';

/**
 * Writes columns of an application outside a move. Every change increments the version and sets the time of
 * the last change (spec 7.3), because institutions find changed applications by them. Expressions use the
 * alias `s`; `only` is a further condition. Returns the new version, undefined when nothing was written.
 */
export async function changeSubscription(
  tx: Tx,
  id: number,
  now: Date,
  columns: Sql,
  only: Sql = sql`true`,
): Promise<number | undefined> {
  const written = await tx.one<{ version: number }>(sql`
    update subscription s set ${columns}, version = s.version + 1, updated_at = ${now}::timestamptz
    where s.tenant_id = ${tx.tenantId} and s.id = ${id} and ${only} returning s.version`);
  return written?.version;
}

/** Marks all applications of a person as changed now, because the person's data changed. */
export const markChanged = (tx: Tx, personId: number, now: Date): Promise<unknown> =>
  tx.many(sql`
    update subscription set version = version + 1, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and person_id = ${personId} returning id`);

type Each = {
  /** A query that yields the applications by `id`, with whatever else the columns need. */
  rows: Sql;
  /** Expressions may use the aliases `s` and `row`. */
  columns: Sql;
  returning: Sql;
};

/** Like `changeSubscription`, for all applications that a query yields; returns `returning` for each one written. */
export const changeEach = <T>(tx: Tx, now: Date, { rows, columns, returning }: Each): Promise<T[]> =>
  tx.many<T>(sql`
    with row as (${rows})
    update subscription s set ${columns}, version = s.version + 1, updated_at = ${now}::timestamptz
    from row where s.tenant_id = ${tx.tenantId} and s.id = row.id returning ${returning}`);

/**
 * Writes columns that are not facts of the application, such as which team member looks after it: version and time of the last
 * change stay, because no decision depends on them. Expressions use the alias `s`; `which` is a condition. Returns the ids
 * written.
 */
export const noteBeside = async (
  on: Runner,
  { columns, which }: { columns: Sql; which: Sql },
): Promise<number[]> =>
  (
    await on.many<{ id: number }>(sql`
      update subscription s set ${columns} where s.tenant_id = ${on.tenantId} and ${which} returning s.id`)
  ).map(({ id }) => id);
