import { GLOBAL_TABLES } from '../platform/database/safety.ts';
import type { Row } from '../platform/database/types.ts';
import { folderOf, REPEATED_KEYS, STORED_KEYS } from '../platform/files/stored-keys.ts';

/** Runs statements as the owner of the tables, over one connection. */
export type Run = (text: string, values?: unknown[]) => Promise<Row[]>;

/** Columns sealed with the secret of a cell, by table, and their purpose. */
export type SealedColumns = { table: string; columns: readonly string[]; purpose: string };

export type Column = { name: string; type: string; generated: boolean };
/** A table with rows of tenants, as described by the database. */
export type Table = {
  name: string;
  columns: readonly Column[];
  /** Columns of the primary key without the tenant. */
  key: readonly string[];
  /** Sequences that number its rows, with their column. */
  sequences: readonly { column: string; sequence: string }[];
};

/** A quoted identifier; names come from the database's own catalogue. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const list = (names: readonly string[]): string => names.map(quoted).join(', ');

/** Columns of `tenant` that belong to the cell, not to the tenant. */
const OF_THE_CELL = ['id', 'standing', 'move_id'];

type ColumnRow = {
  tab: string;
  name: string;
  type: string;
  generated: boolean;
  in_key: boolean;
  sequence: string | null;
};

const columnsOf = async (run: Run): Promise<ColumnRow[]> =>
  (await run(`
    select c.relname as tab, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attgenerated <> '' as generated,
      coalesce(a.attnum = any(k.conkey), false) as in_key,
      pg_get_serial_sequence(format('public.%I', c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname, a.attnum`)) as ColumnRow[]; // the columns that the statement names

/**
 * Every table with rows of tenants, according to the database's own catalogue. The check at start-up requires every table to have
 * a tenant unless it is listed as global, so a new one cannot be forgotten.
 */
export async function tenantTables(run: Run): Promise<Table[]> {
  const byTable = Map.groupBy(await columnsOf(run), ({ tab }) => tab);
  return [...byTable]
    .filter(([name]) => !GLOBAL_TABLES.includes(name))
    .map(([name, columns]) => ({
      name,
      columns: columns.map(({ name, type, generated }) => ({ name, type, generated })),
      key: columns.filter((one) => one.in_key && one.name !== 'tenant_id').map((one) => one.name),
      sequences: columns.flatMap((one) =>
        one.sequence ? [{ column: one.name, sequence: one.sequence }] : [],
      ),
    }));
}

/** Columns of the tenant's own row that move with it. */
export const ownColumns = async (run: Run): Promise<Column[]> =>
  (await columnsOf(run)).filter((one) => one.tab === 'tenant' && !OF_THE_CELL.includes(one.name));

/**
 * Refuses two databases with different structure: other migrations, or other lists of places and genders, which tenants' rows
 * refer to by id. @throws in words for the operator.
 */
export async function sameShape(source: Run, target: Run): Promise<void> {
  const shapeOf = async (run: Run) => JSON.stringify(await columnsOf(run));
  const migrationsOf = async (run: Run) =>
    JSON.stringify(await run('select name, sha256 from schema_migration order by name'));
  for (const read of [migrationsOf, shapeOf])
    if ((await read(source)) !== (await read(target)))
      throw new Error('The cells are not of one release: bring both to the same one first');
  for (const table of ['state', 'city', 'gender']) {
    const rows = async (run: Run) => await run(`select t::text as row from ${table} t`);
    const there = new Set((await rows(target)).map(({ row }) => row));
    const missing = (await rows(source)).find(({ row }) => !there.has(row));
    if (missing)
      throw new Error(
        `${table} is not the same in both cells: run \`orbita db seed-reference\` at the target`,
      );
  }
}

/** Ids of the tenant in both cells. */
export type Ids = { source: number; target: number };

/** Expression that reads a column at the source in the form in which the target stores it. */
function expressionOf(table: string, { name, type }: Column, ids: Ids): string {
  const column = quoted(name);
  if (name === 'tenant_id') return `${ids.target}::bigint`;
  const holds = (one: { table: string; column: string }) => one.table === table && one.column === name;
  const stored = STORED_KEYS.find(holds);
  const many = stored ? stored.many : REPEATED_KEYS.some(holds);
  if (!stored && !many) return column;
  const moved = (text: string) => `replace(${text}, '${folderOf(ids.source)}', '${folderOf(ids.target)}')`;
  return many ? `${moved(`${column}::text`)}::${type}` : moved(column);
}

/** Statements for the rows of one table; `of` says at which end they are read. */
export function statementsFor(table: Table, ids: Ids, sealed: readonly SealedColumns[]) {
  const opened = new Set(sealed.flatMap((one) => (one.table === table.name ? one.columns : [])));
  const from = (of: keyof Ids) => `${quoted(table.name)} where tenant_id = ${ids[of]}`;
  const values = (of: keyof Ids) =>
    table.columns.map((column) =>
      of === 'source' ? expressionOf(table.name, column, ids) : quoted(column.name),
    );
  const compared = (of: keyof Ids) =>
    values(of).filter((_, at) => !opened.has(table.columns[at]?.name ?? ''));
  const hash = (text: string) => `sha256(convert_to(row(${text})::text, 'UTF8'))`;
  const bucket = (hashed: string, buckets: number) =>
    `(get_byte(${hashed}, 0) * 256 + get_byte(${hashed}, 1)) % ${buckets}`;
  const key = hash(table.key.length > 0 ? list(table.key) : '0');
  const some = (buckets: number, among: readonly number[]) =>
    `${bucket(key, buckets)} = any('{${among.join(',')}}'::int[])`;
  const plain = table.columns.filter(({ generated }) => !generated).map(({ name }) => name);
  return {
    /** Number of rows, and bytes of the largest one. */
    size: (of: keyof Ids) =>
      `select count(*)::int as rows, coalesce(max(pg_column_size(t.*)), 0)::int as bytes from ${quoted(table.name)} t
       where tenant_id = ${ids[of]}`,
    /** For each part of the keys: number of rows, and an order-independent checksum of their contents, without sealed values. */
    digest: (of: keyof Ids, buckets: number) => `
      with r as materialized (select ${key} as k, ${hash(compared(of).join(', '))} as d from ${from(of)})
      select ${bucket('k', buckets)} as bucket, count(*)::int as rows,
        sum(('x' || substr(encode(d, 'hex'), 1, 15))::bit(60)::bigint)::text
          || ' ' || sum(('x' || substr(encode(d, 'hex'), 16, 15))::bit(60)::bigint)::text as sum
      from r group by 1`,
    /** The rows of these parts, each as a text that the target accepts. */
    read: (buckets: number, among: readonly number[]) =>
      `select (row(${values('source').join(', ')})::${quoted(table.name)})::text as row
       from ${from('source')} and ${some(buckets, among)}`,
    clear: (buckets: number, among: readonly number[]) =>
      `delete from ${from('target')} and ${some(buckets, among)}`,
    /** Inserts rows returned by `read`, given as a list of texts. */
    write: `insert into ${quoted(table.name)} (${list(plain)})
      select ${list(plain)} from unnest($1::${quoted(table.name)}[])`,
  };
}
