import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import { STORED_KEYS } from '../platform/files/stored-keys.ts';

/** Keys of all stored files that rows of a tenant refer to. */
const keysOf = (tenantId: number): Sql => {
  const each = STORED_KEYS.map(
    ({ table, column, many }) =>
      sql`select ${raw(many ? `unnest(${column})` : column)} as key from ${raw(table)} where tenant_id = ${tenantId}`,
  );
  return sql`select key from (${join(each, ' union all ')}) k where key <> ''`;
};

/** Those of the given keys that a row refers to. */
export async function namedAmong(on: Runner, keys: readonly string[]): Promise<Set<string>> {
  const rows = await on.many<{ key: string }>(
    sql`select key from (${keysOf(on.tenantId)}) named where key = any(${keys}::text[])`,
  );
  return new Set(rows.map(({ key }) => key));
}

/** All keys that rows of a tenant refer to, in batches and in order. */
export async function* namedKeys(on: Runner, atOnce: number): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const rows = await on.many<{ key: string }>(sql`
      select key from (${keysOf(on.tenantId)}) named where key collate "C" > ${after}::text
      group by key order by key collate "C" limit ${atOnce}::int`);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ key }) => key);
    after = last.key;
  }
}
