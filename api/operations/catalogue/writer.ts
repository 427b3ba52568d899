import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/index.ts';
import type { Plan } from './diff.ts';
import { TABLES } from './tables.ts';
import { upsert } from './upsert.ts';

/** What every part of the writing is given. */
export type Writer = { tx: Tx; plan: Plan; now: Date };

/** Settings of one owner become exactly these. */
export async function writeParameters(
  tx: Tx,
  level: string,
  ownerId: number,
  given: Record<string, unknown>,
): Promise<void> {
  const names = Object.keys(given);
  await tx.many(sql`
    delete from parameter where tenant_id = ${tx.tenantId} and level = ${level} and owner_id = ${ownerId}
      and internal_value <> all(${names}::text[])`);
  await upsert(
    tx,
    TABLES.parameter,
    names.map((name) => ({ level, owner_id: ownerId, internal_value: name, value: given[name] })),
  );
}
