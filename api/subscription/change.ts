import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';

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

/** Marks all applications of a person as changed now, because the data of the person changed. */
export const markChanged = (tx: Tx, personId: number, now: Date): Promise<unknown> =>
  tx.many(sql`
    update subscription set version = version + 1, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and person_id = ${personId} returning id`);
