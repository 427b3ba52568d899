import type { Cell, ExportList } from '@orbita/domain/export';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import type { Service } from '../platform/http/context.ts';
import type { ExportQuery, Rows, Source } from './list-source.ts';
import { auditSource } from './lists/audit.ts';
import { documentSource } from './lists/documents.ts';
import { essaySource } from './lists/essays.ts';
import { subscriptionSource } from './lists/subscriptions.ts';

/** Rows read per statement: more of them would delay other calls of the process and use too much memory. */
const BATCH = 1_000;

const SOURCES: Readonly<Record<ExportList, Source>> = {
  subscriptions: subscriptionSource,
  documents: documentSource,
  essays: essaySource,
  audit: auditSource,
};

/** What is read: a list with its filters, for some institutions, and the requested columns. */
export type Walk = {
  tenantId: number;
  zone: string;
  /** When creating the file started; filters that count days use it. */
  now: Date;
  list: ExportList;
  query: ExportQuery;
  institutions: readonly string[] | null;
  columns: readonly string[];
};

/** A caller limited to these institutions, for filters that depend on the caller. */
const limitedTo = (institutions: readonly string[] | null): Service => ({
  ...{
    tokenName: '',
    scopes: [],
    institutions,
    operator: null,
    development: false,
    tenantId: null,
    tokenId: null,
  },
});

const rowsOf = ({ tenantId, list, query, institutions, now }: Omit<Walk, 'columns' | 'zone'>): Rows =>
  SOURCES[list].rows(tenantId, limitedTo(institutions), query, now);

const nameOf = ([table, as]: Rows['from']): { from: Sql; id: Sql } => ({
  from: raw(`${table} ${as}`),
  id: raw(`${as}.id`),
});

/** Current number of rows, and the id of the last one; with `most`, counts no further than one beyond it. */
export async function measure(
  on: Runner,
  walk: Omit<Walk, 'columns' | 'zone'>,
  most?: number,
): Promise<{ total: number; last: number }> {
  const { from: named, where } = rowsOf(walk);
  const { from, id } = nameOf(named);
  const limit = most === undefined ? empty : sql` limit ${most + 1}::int`;
  const found = await on.one<{ total: number; last: number | null }>(sql`
    select count(*)::int as total, max(found.id) as last from (select ${id} from ${from} where ${where}${limit}) found`);
  return { total: found?.total ?? 0, last: found?.last ?? 0 };
}

/** Rows after one id up to another, in id order, so that none is duplicated or skipped. */
function batchStatement(walk: Omit<Walk, 'zone'>, after: number, last: number, size = BATCH): Sql {
  const { from: named, where } = rowsOf(walk);
  const { from, id } = nameOf(named);
  const chosen = walk.columns.flatMap((key) => SOURCES[walk.list].columns[key] ?? []);
  const values = chosen.map(({ value }, at) => sql`, ${value} as ${raw(`c${at}`)}`);
  const joins = [...new Set(chosen.flatMap((column) => column.join ?? []))];
  return sql`
    select ${id} as row_id${values.length > 0 ? join(values, '') : empty}
    from (select ${raw(`${named[1]}.*`)} from ${from} where ${where} and ${id} > ${after}::bigint
      and ${id} <= ${last}::bigint order by ${id} limit ${raw(String(size))}) ${raw(named[1])}
    ${joins.length > 0 ? join(joins, ' ') : empty}
    order by ${id}`;
}

type Found = { row_id: number } & Record<string, unknown>;

/** The next rows as cells, and the id of the last of them; undefined when there are no more. */
export async function nextBatch(
  on: Runner,
  walk: Walk,
  after: number,
  last: number,
  size = BATCH,
): Promise<{ rows: Cell[][]; at: number } | undefined> {
  const found = await on.many<Found>(batchStatement(walk, after, last, size));
  const end = found.at(-1);
  if (!end) return undefined;
  const columns = walk.columns.flatMap((key) => SOURCES[walk.list].columns[key] ?? []);
  const rows = found.map((row) =>
    columns.map(({ cell }, at): Cell => {
      const value = row[`c${at}`] ?? null;
      if (value === null) return null;
      return cell ? cell(value as never, walk.zone) : (value as Cell);
    }),
  );
  return { rows, at: end.row_id };
}
