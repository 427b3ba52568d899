import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/database/index.ts';

/**
 * Writes columns of an application outside a move: with every change its version grows and its last change is now
 * (spec 7.3), else institutions that ask for what changed would never see it. Columns are named by the alias `s`; `only`
 * is a further condition. Answers the new version, undefined where nothing was written.
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

/** All applications of a person count as changed now, though no column of theirs is: she is another one than before. */
export const markChanged = (tx: Tx, personId: number, now: Date): Promise<unknown> =>
  tx.many(sql`
    update subscription set version = version + 1, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and person_id = ${personId} returning id`);
