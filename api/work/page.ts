import type { QueueName } from '@orbita/domain/work';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { assignedCondition } from './assign.ts';
import { mineOf, totalOf } from './count.ts';
import { type Bound, boundIn, type Mark, readCursor, writeCursor } from './cursor.ts';
import { type ItemRow, itemColumns, itemJoins, presentItem } from './item.ts';
import { itemsOf, type On, type OpenQueue, openQueue, orderOf } from './open-queue.ts';

/** Page sizes to read, as constants in the statement, so that each gets its own query plan. */
const STEPS = [20, 50, 100] as const;

type Query = {
  institution?: string | undefined;
  mine?: 'true' | 'false' | undefined;
  assigned?: 'me' | 'nobody' | undefined;
  pageSize?: number | undefined;
  cursor?: string | undefined;
};
type Row = ItemRow & { order_risk: Mark['risk']; order_key: number; order_tie: number };

/** One page of a queue; costs the same at every position (spec 25.4.1). */
export async function queuePage(on: On, name: QueueName, query: Query) {
  const mark = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const open = await openQueue(on, name, query.institution);
  if (open.places.length === 0) return { data: [], total: 0, totalCapped: false, nextCursor: null };
  const { platform, tenant } = on;
  const asOf = mark?.asOf ?? platform.clock.now().getTime() * 1000;
  const pageSize = query.pageSize ?? 25;
  const isMine = query.mine === 'true';
  const { assigned } = query;
  const rows = await platform.db
    .tenant(tenant.id)
    .many<Row>(pageStatement(on, open, { asOf, mark, pageSize, isMine, assigned }));
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  return {
    data: shown.map((row) => presentItem(on, open, row)),
    ...(isMine ? { total: await mineOf(on, open), totalCapped: false } : await totalOf(on, open, assigned)),
    nextCursor: last
      ? writeCursor({ asOf, risk: last.order_risk, key: last.order_key, tie: last.order_tie, id: last.id })
      : null,
  };
}

const FROM_START: Bound = { key: 0, tie: 0, id: 0 };

/** Institutions as rows `place`, each with the position where the page begins in it. */
function placesFrom({ places, queue }: OpenQueue, mark: Mark | undefined): Sql {
  const bounds = places.map(({ read }) =>
    mark ? boundIn(mark, queue.aheadHours(read), queue.dueAfterHours) : FROM_START,
  );
  return sql`
    unnest(${places.map(({ id }) => id)}::bigint[], ${places.map(({ read }) => queue.aheadHours(read))}::float8[],
      ${bounds.map(({ key }) => key)}::bigint[], ${bounds.map(({ tie }) => tie)}::int[],
      ${bounds.map(({ id }) => id)}::bigint[]) as place (id, ahead, from_key, from_tie, from_id)`;
}

const instant = (micros: Sql): Sql => sql`(timestamptz 'epoch' + ${micros} * interval '1 microsecond')`;

type Page = {
  asOf: number;
  mark: Mark | undefined;
  pageSize: number;
  isMine: boolean;
  assigned: Query['assigned'];
};

function pageStatement(on: On, open: OpenQueue, { asOf, mark, pageSize, isMine, assigned }: Page): Sql {
  const { platform, tenant, service } = on;
  const { queue, kind } = open;
  const now = platform.clock.now();
  const most = raw(String((STEPS.find((step) => step >= pageSize) ?? 100) + 1));
  const due = sql`found.key + interval '${raw(String(queue.dueAfterHours))} hours'`;
  const from = queue.tie
    ? sql`(${queue.key}, ${queue.tie}, w.id) > (${instant(sql`place.from_key`)}, place.from_tie, place.from_id)`
    : sql`(${queue.key}, w.id) > (${instant(sql`place.from_key`)}, place.from_id)`;
  const own = sql` and w.id = any(array(select c.item_id from work_claim c where c.tenant_id = ${tenant.id}
    and c.staff_id = ${service.staff?.id ?? 0} and c.kind = ${kind}::text and c.until > ${now}::timestamptz))`;
  return sql`
    with picked as (
      select place.ahead, found.*, case when ${due} <= ${instant(sql`${asOf}::bigint`)} then 0
          when ${due} <= ${instant(sql`${asOf}::bigint`)} + place.ahead * interval '1 hour' then 1
          else 2 end as risk
      from ${placesFrom(open, mark)}
      cross join lateral (
        select w.id, ${queue.key} as key, ${queue.tie ?? sql`0`} as tie from ${itemsOf(queue, tenant.id)}
          ${mark ? sql` and ${from}` : empty}${isMine ? own : empty}${assignedCondition(on, open.name, assigned)}
        order by ${orderOf(queue)} limit ${most}) found
      order by risk, found.key, found.tie, found.id limit ${most})
    select ${itemColumns(on, open)}, picked.risk as order_risk, picked.tie as order_tie,
      (extract(epoch from picked.key) * 1000000)::bigint as order_key
    from picked
    -- One by one, by their numbers: the planner expects more rows than a page has and would read the whole tenant for them.
    cross join lateral (
      select one.* from ${raw(queue.table)} one where one.tenant_id = ${tenant.id} and one.id = picked.id limit 1) w
    ${itemJoins(open)}
    order by picked.risk, picked.key, picked.tie, picked.id`;
}
