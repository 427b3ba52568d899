import { isoInZone } from '@orbita/domain/foundation';
import { type Histogram, QUEUE_NAMES, QUEUES, TRACK, ticksOf } from '@orbita/domain/work';
import type { Answer } from '@orbita/protocol';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { reachWithin } from '../platform/http/reach-within.ts';
import { assignedCondition } from './assign.ts';
import { itemsOf, type On, type OpenQueue, openQueue, orderOf, placesIn } from './open-queue.ts';

declare module '../platform/platform.ts' {
  interface Platform {
    readonly otherCounts: readonly OtherCount[];
  }
}

/** Number of items up to which counts are exact. */
export const MOST_COUNTED = 1000;

/** Counts of one queue. */
export type Count = Answer<'GET /operations/queues'>['queues'][number];
type Named = Pick<Count, 'queue' | 'label'>;
/** Counts of something other than a queue of items; `countOf` resolves to undefined for callers who may not see it. */
export type OtherCount = Named & { countOf: (on: On, institution?: string) => Promise<Count | undefined> };

/** Counts returned by a statement, of one institution or of all. */
export type Counted = { count: number; late: number; at_risk: number; oldest: Date | null; track: Histogram };

/**
 * Counts of every queue that the caller may open (spec 25.4.1). For each institution, up to a thousand rows are read from the
 * queue's index in queue order, so that late and at-risk items are among them.
 */
export async function countQueues(on: On, institution?: string) {
  const { platform, service, tenant } = on;
  const names = QUEUE_NAMES.filter((name) => reachWithin(service, QUEUES[name].openers)?.length !== 0);
  const items = names.map((name) => ({
    ...{ queue: name, label: QUEUES[name].label },
    countOf: async () => countOf(on, await openQueue(on, name, institution)),
  }));
  const all = [...items, ...platform.otherCounts];
  const tried = await Promise.allSettled(all.map(async (one) => one.countOf(on, institution)));
  const queues = all.flatMap((one, at) => counted(on, one, tried[at]) ?? []);
  const failed = tried.find((one) => one.status === 'rejected');
  // When nothing at all could be counted, the call itself has failed, not only parts of it.
  if (failed && queues.every(({ count }) => count === null)) throw failed.reason;
  return { asOf: isoInZone(platform.clock.now(), tenant.timeZone), queues };
}

/** The counts, or an entry saying that they are unavailable: a queue that fails does not affect the others (spec 25.5). */
function counted(
  { platform, tenant }: On,
  { queue, label }: Named,
  tried: PromiseSettledResult<Count | undefined> | undefined,
): Count | undefined {
  if (tried?.status !== 'rejected') return tried?.value;
  platform.log.error({ err: tried.reason, queue, tenant: tenant.alias }, 'queue not counted');
  return {
    ...{ queue, label, count: null, capped: false, atRisk: 0, late: 0, mine: 0, assigned: 0 },
    ...{ oldestAt: null, track: [] },
  };
}

async function countOf(on: On, open: OpenQueue): Promise<Count> {
  const { tenant } = on;
  const rows = open.places.length === 0 ? [] : await countedOf(on, open);
  const [mine, assigned] =
    open.places.length === 0 ? [0, 0] : await Promise.all([mineOf(on, open), assignedOf(on, open)]);
  return countIn(tenant, { queue: open.name, label: QUEUES[open.name].label }, rows, { mine, assigned });
}

/**
 * Counts items that nobody has claimed, from the columns `since`, `at_risk` and `due` of a statement, which the caller limits to
 * at most a thousand and one rows.
 */
export async function countRows({ platform, tenant }: On, named: Named, rows: Sql): Promise<Count> {
  const at = placeOn({
    since: sql`since`,
    atRisk: sql`at_risk`,
    due: sql`due`,
    now: sql`${platform.clock.now()}::timestamptz`,
  });
  const from = (tick: number) => raw(String(tick));
  const row = await platform.db.tenant(tenant.id).one<Counted>(sql`
    select coalesce(sum(items), 0)::int as count,
      coalesce(sum(items) filter (where at >= ${from(TRACK.due)}), 0)::int as late,
      coalesce(sum(items) filter (where at >= ${from(TRACK.atRisk)} and at < ${from(TRACK.due)}), 0)::int as at_risk,
      min(oldest) as oldest, coalesce(jsonb_object_agg(at, items), '{}') as track
    from (
      select ${at} as at, count(*)::int as items, min(since) as oldest
      from (${rows} limit ${raw(String(MOST_COUNTED + 1))}) waiting
      group by 1) places`);
  return countIn(tenant, named, row ? [row] : []);
}

/** The columns `at_risk` and `due`, as hours after the column `since`. */
export const hoursAfter = (since: Sql, { atRisk, late }: { atRisk: number; late: number }): Sql =>
  sql`${since} + interval '${raw(String(atRisk))} hours' as at_risk, ${since} + interval '${raw(String(late))} hours' as due`;

/** Combines what was counted; `own`: how many items the caller has claimed, and how many are assigned to them. */
export function countIn(
  { timeZone }: Pick<On['tenant'], 'timeZone'>,
  named: Named,
  rows: readonly Counted[],
  own = { mine: 0, assigned: 0 },
): Count {
  const sum = (of: (row: Counted) => number) => rows.reduce((total, row) => total + of(row), 0);
  const count = sum((row) => row.count);
  const oldest = rows.flatMap(({ oldest: at }) => at ?? []).sort((a, b) => a.getTime() - b.getTime())[0];
  return {
    ...named,
    count: Math.min(count, MOST_COUNTED),
    capped: count > MOST_COUNTED,
    atRisk: Math.min(
      sum((row) => row.at_risk),
      MOST_COUNTED,
    ),
    late: Math.min(
      sum((row) => row.late),
      MOST_COUNTED,
    ),
    ...own,
    oldestAt: oldest ? isoInZone(oldest, timeZone) : null,
    track: ticksOf(rows.map(({ track }) => track)),
  };
}

const seconds = (from: Sql, to: Sql): Sql => sql`extract(epoch from ${to} - ${from})`;
/** A whole number from 0 to `of - 1`: the elapsed share of the time between two instants. */
const gone = (from: Sql, to: Sql, now: Sql, of: number): Sql => sql`
  least(greatest(floor(${raw(String(of))} * ${seconds(from, now)} / greatest(${seconds(from, to)}, 1)), 0), ${raw(String(of - 1))})`;

/**
 * Position of an item on the track. Its range matches exactly whether the item is counted as late or at risk. An item that has
 * been late for at least as long as the time it had is at the end.
 */
export function placeOn({ since, atRisk, due, now }: Record<'since' | 'atRisk' | 'due' | 'now', Sql>): Sql {
  const before = gone(since, atRisk, now, TRACK.atRisk);
  const near = gone(atRisk, due, now, TRACK.due - TRACK.atRisk);
  const late = gone(
    due,
    sql`(${due} + greatest(${due} - ${since}, interval '1 hour'))`,
    now,
    TRACK.places - TRACK.due,
  );
  return sql`(case when ${due} <= ${now} then ${raw(String(TRACK.due))} + ${late}
    when ${atRisk} <= ${now} then ${raw(String(TRACK.atRisk))} + ${near} else ${before} end)::int`;
}

/** One row per institution, counting at most one item more than the exact limit. */
const countedOf = ({ platform, tenant }: On, open: OpenQueue, only = empty): Promise<Counted[]> => {
  const { queue } = open;
  const now = sql`${platform.clock.now()}::timestamptz`;
  const at = placeOn({
    since: sql`since`,
    atRisk: sql`(due - place.ahead * interval '1 hour')`,
    due: sql`due`,
    now,
  });
  const of = (from: number, to: number) =>
    sql`coalesce(sum(items) filter (where at >= ${raw(String(from))} and at < ${raw(String(to))}), 0)::int`;
  return platform.db.tenant(tenant.id).many<Counted>(sql`
    select counted.* from ${placesIn(open)}
    cross join lateral (
      select ${of(0, TRACK.places)} as count, ${of(TRACK.due, TRACK.places)} as late,
        ${of(TRACK.atRisk, TRACK.due)} as at_risk, min(oldest) as oldest,
        coalesce(jsonb_object_agg(at, items), '{}') as track
      from (
        select ${at} as at, count(*)::int as items, min(since) as oldest
        from (
          select ${queue.dueAt} as due, ${queue.waitingSince} as since from ${itemsOf(queue, tenant.id)}${only}
          order by ${orderOf(queue)} limit ${raw(String(MOST_COUNTED + 1))}) reached
        group by 1) places) counted`);
};

/** Number of items in the queue that the caller has claimed. */
export async function mineOf(
  { platform, tenant, service: { staff } }: On,
  { kind, queue, places }: OpenQueue,
): Promise<number> {
  if (!staff) return 0;
  const row = await platform.db.tenant(tenant.id).one<{ count: number }>(sql`
    select count(*)::int as count from work_claim c
    join ${raw(queue.table)} w on w.tenant_id = c.tenant_id and w.id = c.item_id and ${queue.where}
    where c.tenant_id = ${tenant.id} and c.staff_id = ${staff.id} and c.kind = ${kind}::text
      and c.until > ${platform.clock.now()}::timestamptz
      and c.institution_id = any(${places.map(({ id }) => id)}::bigint[])`);
  return row?.count ?? 0;
}

/** Number of pending items in the queue that are assigned to the caller or one of the caller's groups, as marked in the list. */
async function assignedOf(on: On, { name, queue, places }: OpenQueue): Promise<number> {
  const { platform, tenant, service } = on;
  if (!service.staff) return 0;
  const row = await platform.db.tenant(tenant.id).one<{ count: number }>(sql`
    select count(*)::int as count from ${raw(queue.table)} w where w.tenant_id = ${tenant.id} and ${queue.where}
      and w.institution_id = any(${places.map(({ id }) => id)}::bigint[])${assignedCondition(on, name, 'me')}`);
  return row?.count ?? 0;
}

/** Number of items in a list of the queue, up to the exact limit. */
export async function totalOf(
  on: On,
  open: OpenQueue,
  assigned?: 'me' | 'nobody',
): Promise<{ total: number; totalCapped: boolean }> {
  const only = assignedCondition(on, open.name, assigned);
  const count = (await countedOf(on, open, only)).reduce((sum, row) => sum + row.count, 0);
  return { total: Math.min(count, MOST_COUNTED), totalCapped: count > MOST_COUNTED };
}
