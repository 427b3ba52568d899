import sql, { type Sql } from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';

/** Every key of a stored file that a row of a tenant names. A table that names files and is missing here loses them to the sweep. */
const keysOf = (tenantId: number): Sql => sql`
  select storage_key as key from document_file where tenant_id = ${tenantId} and storage_key <> ''
  union all select unnest(pieces) from unfinished_upload where tenant_id = ${tenantId}
  union all select pdf_key from contract_acceptance where tenant_id = ${tenantId} and pdf_key is not null
  union all select file_key from privacy_request where tenant_id = ${tenantId} and file_key is not null
  union all select storage_key from export_job where tenant_id = ${tenantId} and storage_key is not null`;

/** Those of some keys that a row names. */
export async function namedAmong(
  on: Runner,
  tenantId: number,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await on.many<{ key: string }>(
    sql`select key from (${keysOf(tenantId)}) named where key = any(${keys}::text[])`,
  );
  return new Set(rows.map(({ key }) => key));
}

/** All keys that rows of a tenant name, a group at a time in their order. */
export async function* namedKeys(on: Runner, tenantId: number, atOnce: number): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const rows = await on.many<{ key: string }>(sql`
      select key from (${keysOf(tenantId)}) named where key collate "C" > ${after}::text
      group by key order by key collate "C" limit ${atOnce}::int`);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ key }) => key);
    after = last.key;
  }
}
