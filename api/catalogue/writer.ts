import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Plan } from './diff.ts';
import type { Ids } from './ids.ts';
import { TABLES } from './tables.ts';
import { upsert } from './upsert.ts';

/** Input for every part of the write. */
export type Writer = { tx: Tx; plan: Plan; now: Date; ids: Ids };

/** Replaces the parameters of these owners at one level; two statements for any number of owners. */
export async function writeParameters(
  tx: Tx,
  level: string,
  owners: readonly { id: number; settings: Record<string, unknown> }[],
): Promise<void> {
  if (owners.length === 0) return;
  const rows = owners.flatMap(({ id, settings }) =>
    Object.entries(settings).map(([name, value]) => ({ level, owner_id: id, internal_value: name, value })),
  );
  const kept = rows.map(({ owner_id, internal_value }) => ({ owner_id, internal_value }));
  await tx.many(sql`
    delete from parameter p where p.tenant_id = ${tx.tenantId} and p.level = ${level}
      and p.owner_id = any(${owners.map(({ id }) => id)}::bigint[])
      and (p.owner_id, p.internal_value) not in (
        select owner_id, internal_value from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
          as r(owner_id bigint, internal_value text))`);
  await upsert(tx, TABLES.parameter, rows);
}
