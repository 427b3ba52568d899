import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { type ListQuery, sinceFilter } from './lists.ts';

/** Rows reachable by page number, and the limit of `total`; further rows need `nextCursor`. */
const REACH = 1000;

/**
 * Rows looked up for a page, in growing steps. They are constants in the statement: with a limit as a
 * parameter, the cached plan expects a tenth of the table and reads the joined tables completely.
 */
const STEPS = [20, 50] as const;
const LONGEST = 100;

/** Definition of a list. All of it is code: names and SQL, never input. */
export type List = {
  /** Table of the listed rows and its alias in the other parts, such as `['essay', 'e']`. */
  from: readonly [table: string, as: string];
  /**
   * Conditions on that table alone, `tenant_id` first (others by `exists`), because counting and paging must
   * not read what only the shown rows need.
   */
  where: Sql;
  /** Columns shown of a row. */
  columns: Sql;
  /** Joins for `columns`, made for the rows of the page only; each must keep every row. */
  joins?: Sql;
  /**
   * Time that orders the list, ties by id, and that `updatedSince` compares; never null. An index begins with
   * `(tenant_id, at, id)`, or with `tenant_id`, a filter by equality, then these.
   */
  at: Sql;
  /** Time that `updatedSince` compares, where it is not the one that orders the list. */
  since?: Sql;
  newestFirst?: boolean;
};

type Place = { at: number; id: number; page: number };

const encode = ({ at, id, page }: Place) => Buffer.from(JSON.stringify([at, id, page])).toString('base64url');

const whole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
/** Microseconds since 1970 until the year 2200. */
const LATEST = 7_258_118_400_000_000;

/** The position in a cursor; 422 for any text we did not issue. */
function decode(cursor: string): Place {
  try {
    const [at, id, page] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (whole(at) && at <= LATEST && whole(id) && whole(page)) return { at, id, page };
  } catch {
    // The error is thrown below.
  }
  fail('VALIDATION', { errors: [{ field: 'cursor', message: 'Must be a nextCursor of this list' }] });
}

/** PostgreSQL has microseconds, JavaScript dates only milliseconds. */
const instant = (micros: number) =>
  `${new Date(Math.floor(micros / 1000)).toISOString().slice(0, -1)}${String(micros % 1000).padStart(3, '0')}Z`;

function start({ cursor, page = 1, pageSize = 20 }: ListQuery): {
  place: Place | null;
  page: number;
  skip: number;
} {
  if (cursor !== undefined) {
    if (page !== 1) invalid([{ field: 'cursor', message: 'Give page or cursor' }]);
    const place = decode(cursor);
    return { place, page: place.page, skip: 0 };
  }
  const skip = (page - 1) * pageSize;
  if (skip >= REACH)
    invalid([{ field: 'page', message: `Pages reach the first ${REACH} rows: follow nextCursor` }]);
  return { place: null, page, skip };
}

/** The statement of one page: the rows, and how many there are within reach. */
function pageStatement(list: List, query: ListQuery): Sql {
  const { place, skip } = start(query);
  const [table, as] = list.from;
  const [from, id] = [raw(`${table} ${as}`), raw(`${as}.id`)];
  const where = sql`${list.where}${sinceFilter(query, list.since ?? list.at)}`;
  const most = raw(String((STEPS.find((step) => step >= (query.pageSize ?? 20)) ?? LONGEST) + 1));
  const way = raw(list.newestFirst ? 'desc' : 'asc');
  const beyond = place
    ? sql` and (${list.at}, ${id}) ${raw(list.newestFirst ? '<' : '>')}
        (${instant(place.at)}::timestamptz, ${place.id}::bigint)`
    : empty;
  return sql`
    select counted.total as list_total, found.* from (
      select count(*)::int as total from (
        select from ${from} where ${where} order by ${list.at} ${way}, ${id} ${way}
        limit ${raw(String(REACH + 1))}) reached) counted
    left join (
      select ${list.columns}, ${id} as list_id, (extract(epoch from ${list.at}) * 1000000)::bigint as list_at
      from (select ${raw(`${as}.*`)} from ${from} where ${where}${beyond}
        order by ${list.at} ${way}, ${id} ${way}
        limit ${most}${skip > 0 ? sql` offset ${skip}::int` : empty}) ${raw(as)} ${list.joins ?? empty}) found on true
    order by found.list_at ${way}, found.list_id ${way}`;
}

/**
 * One page of a list (spec 2.3 with `nextCursor`, decision 0035), in one statement and with the same cost at
 * every position. 422 on `page`, `cursor` and `updatedSince`.
 */
export async function listPage<Row extends object, Item>(
  on: Runner,
  list: List,
  query: ListQuery,
  present: (row: Row) => Item | Promise<Item>,
) {
  const { page } = start(query);
  const pageSize = query.pageSize ?? 20;
  type Found = Row & { list_total: number; list_id: number | null; list_at: number };
  const rows = await on.many<Found>(pageStatement(list, query));
  const total = rows[0]?.list_total ?? 0;
  const found = rows.filter((row) => row.list_id !== null);
  const shown = found.slice(0, pageSize);
  const last = found.length > pageSize ? shown.at(-1) : undefined;
  return {
    data: await Promise.all(shown.map(present)),
    page,
    pageSize,
    total: Math.min(total, REACH),
    totalCapped: total > REACH,
    nextCursor: last ? encode({ at: last.list_at, id: last.list_id ?? 0, page: page + 1 }) : null,
  };
}
