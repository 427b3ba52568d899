import sql, { raw } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';

/** A catalogue table: its columns with their types, and the key of a row within a tenant. */
export type Table = {
  name: string;
  columns: Record<string, string>;
  key: readonly string[];
  /** Rows of the table are retired, never deleted; writing one again restores it. */
  retires: boolean;
  /** Columns of the unique constraint, if it isn't tenant and key. */
  conflict?: string;
};
export type Row = Record<string, unknown>;

/** Inserts or updates rows in the given order, in one statement. Table and column names are constants of this folder. */
export async function upsert(tx: Tx, table: Table, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.keys(table.columns);
  const list = raw(names.join(', '));
  const typed = raw(names.map((name) => `${name} ${table.columns[name]}`).join(', '));
  const changed = names
    .filter((name) => !table.key.includes(name))
    .map((name) => `${name} = excluded.${name}`);
  if (table.retires) changed.push('retired_at = null');
  await tx.many(sql`
    insert into ${raw(table.name)} (tenant_id, ${list})
    select ${tx.tenantId}::bigint, ${list} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${typed})
    on conflict (${raw(table.conflict ?? ['tenant_id', ...table.key].join(', '))})
    ${changed.length > 0 ? sql`do update set ${raw(changed.join(', '))}` : sql`do nothing`}`);
}

/** Marks rows as retired. */
export async function retire(tx: Tx, table: Table, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.many(sql`
    update ${raw(table.name)} set retired_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[])`);
}

/** Ids by code, including retired rows. */
export async function idsByCode(tx: Tx, table: string, codes = 'code'): Promise<Map<string, number>> {
  const rows = await tx.many<{ id: number; code: string }>(sql`
    select id, ${raw(codes)} as code from ${raw(table)} where tenant_id = ${tx.tenantId}`);
  return new Map(rows.map((row) => [row.code, row.id]));
}

/** Id for a code that validation guarantees to exist. @throws Error if it doesn't. */
export const idOf = (ids: Map<string, number>, code: string): number => {
  const id = ids.get(code);
  if (id === undefined) throw new Error(`No row for ${code}`);
  return id;
};
