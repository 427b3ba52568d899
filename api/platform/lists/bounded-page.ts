import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Runner } from '../database/types.ts';
import type { Service } from '../http/context.ts';
import { type ListQuery, maySee } from './lists.ts';

/**
 * A way into a list in its own order: conditions of which each is all that an index has before `at` and `id`, and of which a row
 * fulfils one at most. Null conditions give no rows.
 */
export type Way = readonly Sql[];

/** What bounds a list whose filters together have no index of their own. */
export type Bounded = {
  /** The condition that every index of a way begins with: the tenant's. */
  tenant: Sql;
  /** Ways of which each alone finds every row of the list, those first that usually leave the fewest. */
  ways: readonly [Way, ...Way[]];
  /** Rows that a page looks at. */
  most: number;
};

/** A list in its order, for the statements about its rows. */
export type Scan = {
  table: string;
  as: string;
  /** What every way adds: the tenant, and what else the index of the order serves. */
  base: Sql;
  /** Filters that say whether a row belongs to the list. */
  where: Sql;
  at: Sql;
  newestFirst: boolean;
};

/** Prepared statements are kept by their text, so that ways have one of these numbers of conditions. */
const WIDTHS = [1, 2, 4, 8, 16, 32];

/** The way by one column that may have several values; undefined where they are too many for it. */
export function wayOf<Value>(
  values: readonly Value[],
  condition: (value: Value | null) => Sql,
): Way | undefined {
  const width = WIDTHS.find((one) => one >= values.length);
  return width === undefined
    ? undefined
    : Array.from({ length: width }, (_, at) => condition(values[at] ?? null));
}

/** The way by the institutions of which a caller sees rows; undefined where those are all, or too many. */
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

/** A place of the list: its time and the id. */
type From = { at: Sql; id: Sql };

const orderOf = ({ as, at, newestFirst }: Scan): Sql => {
  const direction = raw(newestFirst ? 'desc' : 'asc');
  return sql`${at} ${direction}, ${raw(`${as}.id`)} ${direction}`;
};

/**
 * Rows by a way behind a place, of each condition the first `most` in the order of the list: together, because the planner would
 * rather sort all of them than merge what the indexes give in order.
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

/** Rows looked at in one step, of all conditions of a way, and the fewest steps: a page that is full soon stops soon. */
const STEP = 1_000;
const LEAST_STEPS = 4;
/** Rows that finding the best of several ways looks at in each, at most. */
const TRIED = 1_000;

/**
 * `walk`: the list in steps behind a place, until `needed` of its rows are found, `most` were looked at or none is left; each step
 * with the ids it found, how many there are so far, and the last row it looked at. A step that looked at fewer rows than it may is
 * the last one.
 */
export function walkBehind(
  scan: Scan,
  way: Way,
  { from, most, needed }: { from: From; most: number; needed: number },
): { walk: Sql; full: Sql } {
  // Each condition gives a whole step, because all rows of the next one may be its own.
  const step = Math.ceil(Math.min(STEP, most / LEAST_STEPS) / way.length);
  const steps = Math.ceil(most / (step * way.length));
  const { as, at, where } = scan;
  const id = raw(`${as}.id`);
  // As a parameter: of a limit that it does not know the planner expects a tenth of the rows, and walks an index in its order
  // instead of sorting all of them.
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

/** The way with the fewest rows behind a place, as far as that is soon known; else the first. */
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
