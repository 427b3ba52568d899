import { leadsOf, QUEUES, type QueueName } from '@orbita/domain/work';
import type { Answer, ParsedBody } from '@orbita/protocol';
import sql, { raw, type Sql } from 'sql-template-tag';
import { type RowOf, shapeOf } from '../platform/database/shape.ts';
import type { Tx } from '../platform/database/types.ts';
import { fail } from '../platform/http/errors.ts';
import { reachWithin } from '../platform/http/reach-within.ts';
import { groupMayTake, keptAway, livingAssignment, mayTake } from './assigned.ts';
import { itemsOf, type On, type OpenQueue, orderOf, placesIn } from './open-queue.ts';
import type { Place } from './places.ts';
import { publishQueues } from './publish.ts';

/** Maximum number of people, and of groups, offered as assignees. */
const MOST_OFFERED = 200;

/**
 * People who may claim items of a queue, and groups with such people, each with the number of items of this kind assigned to
 * them.
 */
export async function assigneesOf({ platform, tenant }: On, { kind, name, places }: OpenQueue) {
  const on = platform.db.tenant(tenant.id);
  const most = raw(String(MOST_OFFERED));
  const given = (whose: Sql): Sql => sql`(select count(*)::int from work_assignment a
    where a.tenant_id = ${tenant.id} and ${whose} and a.kind = ${kind}::text and a.ended_at is null) as assigned`;
  type Offered = Answer<'GET /operations/queues/{queue}/assignees'>;
  const [people, groups] = await Promise.all([
    on.many<RowOf<Offered['data'][number]>>(sql`
      select s.id as staff_id, s.name, ${given(sql`a.staff_id = s.id`)}
      from staff s where s.tenant_id = ${tenant.id} and exists (
        select from unnest(${places.map(({ code }) => code)}::text[]) as place (code)
        where ${mayTake(QUEUES[name].openers, sql`place.code`)})
      order by s.name, s.id limit ${most}`),
    on.many<RowOf<Offered['groups'][number]>>(sql`
      select wg.id as group_id, wg.name, i.code as institution_code, able.members, ${given(sql`a.group_id = wg.id`)}
      from work_group wg join institution i on i.tenant_id = wg.tenant_id and i.id = wg.institution_id
      cross join lateral (
        select count(*)::int as members from work_group_member m
        join staff s on s.tenant_id = m.tenant_id and s.id = m.staff_id
        where m.tenant_id = wg.tenant_id and m.group_id = wg.id and ${mayTake(QUEUES[name].openers, sql`i.code`)}) able
      where wg.tenant_id = ${tenant.id} and wg.institution_id = any(${places.map(({ id }) => id)}::bigint[])
        and wg.ended_at is null and able.members > 0
      order by plain_name(wg.name), wg.id limit ${most}`),
  ]);
  return { data: people.map(shapeOf), groups: groups.map(shapeOf) };
}

type Share = Omit<ParsedBody<'POST /operations/queues/{queue}/assignments'>, 'institution'>;
type To = { staffId: number | null; groupId: number | null };

/** Who gets the items: in which institutions, whether they may have an item `w`, and whether a claim `c` is theirs. */
type Taker = { places: Place[]; may: Sql; holds: Sql };

/**
 * Assigns the next unassigned items of a queue, in its order, to a person or a group, and returns how many there were. Only items
 * of institutions in which the caller leads and the assignee may take them up. Items from which the assignee, or every member of
 * the group, withdrew are skipped, and so are items that somebody else has claimed. 404 for a person without a role there, and
 * for a group that is elsewhere or has ended.
 */
export async function shareOut(tx: Tx, on: On, open: OpenQueue, { count, ...given }: Share): Promise<number> {
  const { platform, service } = on;
  const { kind, name } = open;
  const leads = reachWithin(service, leadsOf(kind, name));
  const led = open.places.filter(({ code }) => leads === null || leads.includes(code));
  if (led.length === 0) fail('FORBIDDEN');
  const to = { staffId: given.staffId ?? null, groupId: given.groupId ?? null };
  const now = platform.clock.now();
  const by = service.operator ?? '';
  const free = await tx.many<Free>(
    freeItems(tx, open, { now, count, taker: await takerOf(tx, name, led, to) }),
  );
  // Assignments whose holders may no longer take the item up end now; items assigned to somebody else meanwhile stay theirs.
  await tx.many(sql`
    update work_assignment set ended_at = ${now}::timestamptz, ended_by = ${by}::text
    where tenant_id = ${tx.tenantId} and id = any(${free.flatMap(({ before }) => before ?? [])}::bigint[]) and ended_at is null
    returning id`);
  const written = await tx.many<{ institution_id: number }>(sql`
    insert into work_assignment (tenant_id, kind, item_id, institution_id, staff_id, group_id, by, by_staff_id, at)
    select ${tx.tenantId}::bigint, ${kind}::text, one.id, one.institution_id, ${to.staffId}::bigint, ${to.groupId}::bigint,
      ${by}::text, ${service.staff?.id ?? null}::bigint, ${now}::timestamptz
    from unnest(${free.map(({ id }) => id)}::bigint[], ${free.map(({ institution_id }) => institution_id)}::bigint[])
      as one (id, institution_id)
    on conflict (tenant_id, kind, item_id) where ended_at is null do nothing
    returning institution_id`);
  for (const institutionId of new Set(written.map((one) => one.institution_id)))
    publishQueues(tx, { kind, institutionId });
  return written.length;
}

/** `before`: an existing assignment to somebody who may no longer take the item up. */
type Free = { id: number; institution_id: number; before: number | null };

/** The next unassigned items of a queue that the taker may have, in order. */
function freeItems(
  tx: Tx,
  open: OpenQueue,
  { now, count, taker }: { now: Date; count: number; taker: Taker },
): Sql {
  const { kind, name, queue } = open;
  return sql`
    select found.id, found.institution_id, found.before
    from ${placesIn({ ...open, places: taker.places })}
    join institution i on i.tenant_id = ${tx.tenantId} and i.id = place.id
    cross join lateral (
      select w.id, w.institution_id, ${queue.key} as key, ${queue.tie ?? sql`0`} as tie, (
        select a.id from work_assignment a where a.tenant_id = w.tenant_id and a.kind = ${kind}::text and a.item_id = w.id
          and a.ended_at is null) as before
      from ${itemsOf(queue, tx.tenantId)}
        and not exists (select from ${livingAssignment(name, sql`w.tenant_id`, sql`w.id`)})
        and not exists (select from work_claim c where c.tenant_id = w.tenant_id and c.kind = ${kind}::text
          and c.item_id = w.id and c.until > ${now}::timestamptz and not ${taker.holds})
        and ${taker.may}
      order by ${orderOf(queue)} limit ${count}::int) found
    order by found.key, found.tie, found.id limit ${count}::int`;
}

/** Who gets the items, within these institutions. */
const takerOf = (tx: Tx, name: QueueName, places: Place[], { staffId, groupId }: To): Promise<Taker> =>
  groupId === null ? takerOfPerson(tx, name, places, staffId ?? 0) : takerOfGroup(tx, name, places, groupId);

async function takerOfPerson(tx: Tx, name: QueueName, places: Place[], staffId: number): Promise<Taker> {
  const codes = sql`${places.map(({ code }) => code)}::text[]`;
  const known = await tx.one(sql`
    select g.id from staff_grant g where g.tenant_id = ${tx.tenantId} and g.staff_id = ${staffId} and g.ended_at is null
      and (g.institutions is null or exists (select from jsonb_array_elements_text(g.institutions) code
        where code = any(${codes}))) limit 1`);
  if (!known) fail('NOT_FOUND');
  const able = await tx.many<{ code: string }>(sql`
    select place.code from unnest(${codes}) as place (code)
    join staff s on s.tenant_id = ${tx.tenantId} and s.id = ${staffId} and ${mayTake(QUEUES[name].openers, sql`place.code`)}`);
  return {
    places: places.filter((place) => able.some(({ code }) => code === place.code)),
    may: sql`not ${keptAway(QUEUES[name].kind, sql`w.tenant_id`, sql`w.id`, sql`${staffId}::bigint`)}`,
    holds: sql`c.staff_id = ${staffId}::bigint`,
  };
}

/** A group, locked so that it cannot end before the transaction does. */
async function takerOfGroup(tx: Tx, name: QueueName, places: Place[], groupId: number): Promise<Taker> {
  const group = await tx.one<{ institution_id: number }>(sql`
    select institution_id from work_group where tenant_id = ${tx.tenantId} and id = ${groupId}
      and ended_at is null and institution_id = any(${places.map(({ id }) => id)}::bigint[]) for share`);
  if (!group) fail('NOT_FOUND');
  return {
    places: places.filter(({ id }) => id === group.institution_id),
    may: groupMayTake(name, {
      ...{
        tenantId: sql`w.tenant_id`,
        itemId: sql`w.id`,
        groupId: sql`${groupId}::bigint`,
        code: sql`i.code`,
      },
    }),
    holds: sql`exists (select from work_group_member m where m.tenant_id = c.tenant_id and m.group_id = ${groupId}::bigint
      and m.staff_id = c.staff_id)`,
  };
}
