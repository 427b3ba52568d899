import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Runner } from '../database/types.ts';
import type { Service } from '../http/context.ts';
import { type ListQuery, maySee } from './lists.ts';

/**
 * An index path through a list in the list's order: each condition is exactly what an index has before `at` and `id`, and each
 * row satisfies at most one of them. Conditions on null match no rows.
 */
export type Way = readonly Sql[];

/** Bounds a list whose combination of filters has no index. */
export type Bounded = {
  /** The condition with which the index of every path starts: the tenant's. */
  tenant: Sql;
  /** Index paths, each of which finds every row of the list; those that usually match the fewest come first. */
  ways: readonly [Way, ...Way[]];
  /** Maximum number of rows that a page looks at. */
  most: number;
};

/** A list with its order, for the statements on its rows. */
export type Scan = {
  table: string;
  as: string;
  /** Conditions added to every path: the tenant, and whatever else the index of the order serves. */
  base: Sql;
  /** Filters that decide whether a row belongs to the list. */
  where: Sql;
  at: Sql;
  newestFirst: boolean;
};

/** Prepared statements are cached by their text, so paths have one of these numbers of conditions. */
const WIDTHS = [1, 2, 4, 8, 16, 32];

/** The path through a column that may have several values; undefined if there are too many. */
export function wayOf<Value>(
  values: readonly Value[],
  condition: (value: Value | null) => Sql,
): Way | undefined {
  const width = WIDTHS.find((one) => one >= values.length);
  return width === undefined
    ? undefined
    : Array.from({ length: width }, (_, at) => condition(values[at] ?? null));
}

/** The path through the institutions whose rows a caller can see; undefined if those are all, or too many. */
export function institutionWay(
  tenantId: number,
  { service, query }: { service: Service; query: ListQuery },
  column: Sql,
): Way | undefined {
  const asked = query.institution === undefined ? service.institutions : [query.institution];
  if (asked === null) return undefined;
  return wayOf(
    asked.filter((code) => maySee(service, code)),
    (code) =>
      sql`${column} = (select i.id from institution i where i.tenant_id = ${tenantId} and i.code = ${code}::text)`,
  );
}

/** A position in the list: time and id. */
type From = { at: Sql; id: Sql };

const orderOf = ({ as, at, newestFirst }: Scan): Sql => {
  const direction = raw(newestFirst ? 'desc' : 'asc');
  return sql`${at} ${direction}, ${raw(`${as}.id`)} ${direction}`;
};

/**
 * Rows on a path after a position, for each condition the first `most` in list order. Combined by `union all`, because
 * otherwise the planner would sort all rows rather than merge what the indexes return in order.
 */
function behind(scan: Scan, way: Way, { from, most }: { from: From; most: Sql }): Sql {
  const { table, as, base, at, newestFirst } = scan;
  const further = sql` and (${at}, ${raw(`${as}.id`)}) ${raw(newestFirst ? '<' : '>')} (${from.at}, ${from.id})`;
  return join(
    way.map(
      (condition) => sql`
        (select ${raw(`${as}.*`)} from ${raw(`${table} ${as}`)} where ${base} and ${condition}${further}
          order by ${orderOf(scan)} limit ${most})`,
    ),
    ' union all ',
  );
}

/**
 * Rows looked at in one step, over all conditions of a path, and the minimum number of steps, so that a page that fills quickly
 * stops quickly.
 */
const STEP = 1_000;
const LEAST_STEPS = 4;
/** Maximum number of rows counted in each path to find the best one. */
const TRIED = 1_000;

/**
 * `walk`: the list in steps after a position, until `needed` of its rows were found, `most` were looked at, or none is left.
 * Each step has the ids it found, the total found so far, and the last row it looked at. A step that looked at fewer rows than
 * allowed is the last one.
 */
export function walkBehind(
  scan: Scan,
  way: Way,
  { from, most, needed }: { from: From; most: number; needed: number },
): { walk: Sql; full: Sql } {
  // Each condition yields a full step, because all rows of the next step may come from it.
  const step = Math.ceil(Math.min(STEP, most / LEAST_STEPS) / way.length);
  const steps = Math.ceil(most / (step * way.length));
  const { as, at, where } = scan;
  const id = raw(`${as}.id`);
  // As a parameter: for an unknown limit the planner expects a tenth of the rows, and walks an index in order instead of
  // sorting everything.
  const full = sql`${step}::int`;
  const rows = behind(scan, way, { from: { at: sql`before.at`, id: sql`before.id` }, most: full });
  return {
    full,
    walk: sql`walk (step, at, id, looked, found, ids) as (
      select 0, ${from.at}, ${from.id}, ${full}, 0, '{}'::bigint[]
      union all
      select before.step + 1, next.at, next.id, next.looked, before.found + cardinality(next.ids), next.ids
      from walk before cross join lateral (
        select count(*)::int as looked, (array_agg(seen.at))[count(*)] as at, (array_agg(seen.id))[count(*)] as id,
          coalesce(array_agg(seen.id) filter (where seen.fits), '{}') as ids
        from (
          select ${at} as at, ${id} as id, (${where}) as fits from (${rows}) ${raw(as)}
          order by ${orderOf(scan)} limit ${full}) seen) next
      where before.step < ${raw(String(steps))} and before.looked = ${full} and before.found < ${raw(String(needed))})`,
  };
}

/** The path with the fewest rows after a position, as far as counting a limited number shows; otherwise the first. */
export async function bestWay(on: Runner, scan: Scan, { ways, most }: Bounded, from: From): Promise<Way> {
  const [first, ...others] = ways;
  if (others.length === 0) return first;
  const tried = Math.ceil(Math.min(TRIED, most) / Math.max(...ways.map(({ length }) => length)));
  const counts = ways.map(
    (way, at) => sql`(select count(*)::int from (
      select from (${behind(scan, way, { from, most: sql`${tried}::int` })}) few limit ${tried}::int) few) as ${raw(`n${at}`)}`,
  );
  const row = await on.one<Record<string, number>>(sql`select ${join(counts)}`);
  const of = (at: number) => row?.[`n${at}`] ?? tried;
  return ways.reduce((best, way, at) => (of(at) < of(ways.indexOf(best)) ? way : best), first);
}
