import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Runner } from '../database/types.ts';
import { fail, invalid } from '../http/errors.ts';
import { type Bounded, bestWay, type Scan, walkBehind } from './bounded-page.ts';
import { type ListQuery, sinceFilter } from './lists.ts';

/** Rows reachable by page number, and the maximum of `total`; further rows need `nextCursor`. */
const REACH = 1000;

/**
 * Rows fetched for a page, in growing steps. They are constants in the statement: with a limit as a parameter, the cached plan
 * expects a tenth of the table and reads the joined tables completely.
 */
const STEPS = [20, 50] as const;
const LONGEST = 100;

/** Definition of a list. It consists only of code: names and SQL, never input. */
export type List = {
  /** Table of the listed rows and its alias in the other properties, such as `['essay', 'e']`. */
  from: readonly [table: string, as: string];
  /**
   * Conditions on that table alone, `tenant_id` first (other tables by `exists`), because counting and paging must not read
   * what only the shown rows need.
   */
  where: Sql;
  /** Columns selected for a row. */
  columns: Sql;
  /** Joins for `columns`, applied only to the rows of the page; each must keep every row. */
  joins?: Sql;
  /**
   * Time by which the list is sorted, ties by id, and which `updatedSince` compares; never null. An index must start with
   * `(tenant_id, at, id)`, or with `tenant_id`, an equality filter, then these.
   */
  at: Sql;
  /** Time that `updatedSince` compares, if it is not the one that sorts the list. */
  since?: Sql;
  newestFirst?: boolean;
  /**
   * If no index covers the filters together: how far a page looks. Like those of `where`, which contains them again, the
   * conditions of a path are on the table alone.
   */
  bounded?: Bounded | undefined;
};

/** For a bounded list, which is counted only on its first page, `counted` holds `total` and whether there may be more. */
type Place = { at: number; id: number; page: number; counted?: [total: number, more: boolean] | undefined };

const encode = ({ at, id, page, counted }: Place) =>
  Buffer.from(JSON.stringify([at, id, page, ...(counted ?? [])])).toString('base64url');

const whole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
/** Microseconds from 1970 to the year 2200. */
const LATEST = 7_258_118_400_000_000;

/** Parses a cursor into a position; 422 for anything that we did not issue. */
function decode(cursor: string): Place {
  try {
    const [at, id, page, total, more] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const counted: Place['counted'] =
      whole(total) && total <= REACH + 1 && typeof more === 'boolean' ? [total, more] : undefined;
    if (whole(at) && at <= LATEST && whole(id) && whole(page)) return { at, id, page, counted };
  } catch {
    // The failure is reported below.
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

/** The parts of which a page's statements consist. */
function partsOf(list: List, query: ListQuery) {
  const { place, skip } = start(query);
  const [table, as] = list.from;
  const id = raw(`${as}.id`);
  const way = raw(list.newestFirst ? 'desc' : 'asc');
  const beyond = place
    ? sql` and (${list.at}, ${id}) ${raw(list.newestFirst ? '<' : '>')}
        (${instant(place.at)}::timestamptz, ${place.id}::bigint)`
    : empty;
  return {
    ...{ table, as, way, beyond, place, skip },
    where: sql`${list.where}${sinceFilter(query, list.since ?? list.at)}`,
    order: sql`${list.at} ${way}, ${id} ${way}`,
    columns: sql`${id} as list_id, (extract(epoch from ${list.at}) * 1000000)::bigint as list_at`,
    rows: (STEPS.find((step) => step >= (query.pageSize ?? 20)) ?? LONGEST) + 1,
  };
}

/** The statement for one page: its rows, and how many there are within reach. */
function pageStatement(list: List, query: ListQuery): Sql {
  const { table, as, where, order, columns, rows, skip, way, beyond } = partsOf(list, query);
  const from = raw(`${table} ${as}`);
  return sql`
    select counted.total as list_total, found.* from (
      select count(*)::int as total from (
        select from ${from} where ${where} order by ${order} limit ${raw(String(REACH + 1))}) reached) counted
    left join (
      select ${list.columns}, ${columns}
      from (select ${raw(`${as}.*`)} from ${from} where ${where}${beyond}
        order by ${order}
        limit ${raw(String(rows))}${skip > 0 ? sql` offset ${skip}::int` : empty}) ${raw(as)} ${list.joins ?? empty}) found on true
    order by found.list_at ${way}, found.list_id ${way}`;
}

/**
 * The list as walked by index paths. If the list is sorted by it, the time that `updatedSince` compares is a bound in their
 * indexes.
 */
function scanOf(list: List, query: ListQuery, { tenant }: Bounded): Scan {
  const { table, as, where } = partsOf(list, query);
  const base = sql`${tenant}${list.since ? empty : sinceFilter(query, list.at)}`;
  return { table, as, base, where, at: list.at, newestFirst: list.newestFirst ?? false };
}

const LARGEST = '9223372036854775807';

/** Where a page starts. */
function fromOf({ newestFirst }: List, place: Place | null) {
  if (place) return { at: sql`${instant(place.at)}::timestamptz`, id: sql`${place.id}::bigint` };
  return newestFirst
    ? { at: sql`'infinity'::timestamptz`, id: raw(`${LARGEST}::bigint`) }
    : { at: sql`'-infinity'::timestamptz`, id: sql`0::bigint` };
}

/**
 * Like `pageStatement`, for a bounded list: looks at no more than `most` rows from the position of the page on; the first page
 * also counts. If the page is not full, `list_edge` is the last row looked at, unless none was left. Shown rows are looked up
 * one by one (`offset 0`), because for a few of them the planner would read an index of the whole tenant.
 */
async function boundedStatement(on: Runner, list: List, query: ListQuery, bounded: Bounded): Promise<Sql> {
  const { as, columns, way: direction, rows, skip, place } = partsOf(list, query);
  const scan = scanOf(list, query, bounded);
  const from = fromOf(list, place);
  const way = await bestWay(on, scan, bounded, from);
  const [total, more] = place?.counted ?? [];
  const needed = place ? rows : Math.max(REACH + 1, skip + rows);
  const { walk, full } = walkBehind(scan, way, { from, most: bounded.most, needed });
  return sql`
    with recursive ${walk},
    ended as (select found, at, id, looked = ${full} as goes_on from walk order by step desc limit 1),
    here as (
      select one.id, walk.step, one.at as nth from walk cross join lateral unnest(walk.ids) with ordinality one (id, at)
      order by walk.step, one.at limit ${raw(String(rows))}${skip > 0 ? sql` offset ${skip}::int` : empty})
    select found.*, ${total === undefined ? sql`ended.found` : sql`${total}::int`} as list_total,
      ${more === undefined ? sql`ended.goes_on` : sql`${more}::boolean`} as list_more,
      case when ended.goes_on and ended.found < ${raw(String(needed))} then
        jsonb_build_array((extract(epoch from ended.at) * 1000000)::bigint, ended.id) end as list_edge
    from ended left join (
      select ${list.columns}, ${columns} from here cross join lateral (
        select ${raw(`${as}.*`)} from ${raw(`${scan.table} ${as}`)} where ${bounded.tenant} and ${raw(`${as}.id`)} = here.id
        offset 0) ${raw(as)} ${list.joins ?? empty}) found on true
    order by found.list_at ${direction}, found.list_id ${direction}`;
}

type Counted = {
  list_total: number;
  list_id: number | null;
  list_at: number;
  /** Only for a bounded list: whether there may be more than its total, and the last row looked at if the page is not full. */
  list_more?: boolean;
  list_edge?: [at: number, id: number] | null;
};

/** Where the next page starts: after the last row shown or, if not all were looked at, after the last one that was. */
function goesOn(
  found: readonly Counted[],
  first: Counted | undefined,
  pageSize: number,
): Omit<Place, 'page'> | null {
  const last = found.length > pageSize ? found[pageSize - 1] : undefined;
  if (last) return { at: last.list_at, id: last.list_id ?? 0 };
  return first?.list_edge ? { at: first.list_edge[0], id: first.list_edge[1] } : null;
}

/**
 * One page of a list (spec 2.3 with `nextCursor`), in one statement and at the same cost for every position; `partial` if it
 * looked far enough without filling the page. Fails with 422 on `page`, `cursor` and `updatedSince`.
 */
export async function listPage<Row extends object, Item>(
  on: Runner,
  list: List,
  query: ListQuery,
  present: (row: Row) => Item | Promise<Item>,
) {
  const { page } = start(query);
  const pageSize = query.pageSize ?? 20;
  const rows = await on.many<Row & Counted>(
    list.bounded ? await boundedStatement(on, list, query, list.bounded) : pageStatement(list, query),
  );
  const [first] = rows;
  const [total, more] = [first?.list_total ?? 0, first?.list_more === true];
  const found = rows.filter((row) => row.list_id !== null);
  const shown = found.slice(0, pageSize);
  const next = goesOn(found, first, pageSize);
  return {
    data: await Promise.all(shown.map(present)),
    page,
    pageSize,
    total: Math.min(total, REACH),
    totalCapped: total > REACH || more,
    nextCursor: next
      ? encode({ ...next, page: page + 1, ...(list.bounded && { counted: [total, more] }) })
      : null,
    ...(next && shown.length < pageSize ? { partial: true as const } : {}),
  };
}
