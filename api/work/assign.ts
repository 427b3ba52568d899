import { isoInZone } from '@orbita/domain/foundation';
import { KINDS, type Kind, leadsOf, QUEUES } from '@orbita/domain/work';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { reachWithin } from '../platform/http/reach-within.ts';
import { endAssignment, livingAssignment, mayTake } from './assigned.ts';
import { claimable } from './claims.ts';
import { publishChanged } from './decision.ts';
import { itemsOf, type On, type OpenQueue, orderOf, placesIn } from './open-queue.ts';
import { publishQueues } from './publish.ts';
import type { Item } from './queue.ts';

/** Assignments of an item that its history shows. */
const MOST_SHOWN = 50;
/** People who are offered to give items to. */
const MOST_PEOPLE = 200;
const NOT_FOR_HER = 'Esta pessoa não pode ficar com este item.';

const isLead = (on: On, kind: Kind, { queue, institution_code: code }: Item): boolean => {
  const leads = reachWithin(on.service, leadsOf(kind, queue));
  return leads === null || leads.includes(code);
};

/** Who withdrew from an item, or had her say about it, never has it again. */
const keptAway = (kind: Kind, tenantId: Sql, itemId: Sql, staffId: Sql): Sql => sql`exists (
  select from work_skip k where k.tenant_id = ${tenantId} and k.kind = ${kind}::text and k.item_id = ${itemId}
    and k.staff_id = ${staffId} and k.until is null)`;

type Wish = { kind: Kind; id: number; staffId: number | null; reason?: string | null | undefined };

/**
 * Says whose an item is, or that it is nobody's again (spec 25.4.5). Anybody who may take an item up may make a free one hers and
 * give her own back; another person's, and to another person, is the leading part's.
 * @throws 404, 403; 422 for somebody who may not have it; 409 where it went to somebody at this moment.
 */
export async function assignItem(tx: Tx, on: On, { kind, id, staffId, reason }: Wish) {
  const { platform, tenant, service } = on;
  const item = await claimable(tx, on, kind, id);
  if (!item.queue) fail('STATE_CONFLICT', { extra: { state: 'decided' } });
  const now = platform.clock.now();
  const by = service.operator ?? '';
  const own = service.staff?.id;
  const before = await tx.one<{ staffId: number; living: boolean }>(sql`
    select a.staff_id as "staffId", exists (select from ${livingAssignment(kind, sql`a0.tenant_id`, sql`a0.item_id`)}) as living
    from (select * from work_assignment where tenant_id = ${tx.tenantId} and kind = ${kind}::text and item_id = ${id}
      and ended_at is null for update) a0 cross join lateral (select a0.staff_id) a`);
  const holder = before?.living ? before.staffId : undefined;
  const nothing = holder === undefined && staffId === null;
  const ownAffair =
    nothing ||
    (own !== undefined && (holder === undefined || holder === own) && (staffId === null || staffId === own));
  if (!ownAffair && !isLead(on, kind, item)) fail('FORBIDDEN');
  if (before) await endAssignment(tx, { kind, id, now, by });
  if (staffId !== null) {
    const person = await tx.one(sql`
      select s.id from staff s where s.tenant_id = ${tx.tenantId} and s.id = ${staffId}
        and ${mayTake(KINDS[kind].openers, sql`${item.institution_code}`)}
        and not ${keptAway(kind, sql`s.tenant_id`, sql`${id}::bigint`, sql`s.id`)}`);
    if (!person) invalid([{ field: 'staffId', message: NOT_FOR_HER }]);
    const written = await tx.one(sql`
      insert into work_assignment (tenant_id, kind, item_id, institution_id, staff_id, by, by_staff_id, at, reason)
      values (${tx.tenantId}, ${kind}::text, ${id}::bigint, ${item.institution_id}::bigint, ${staffId}::bigint, ${by}::text,
        ${own ?? null}::bigint, ${now}::timestamptz, ${reason ?? null}::text)
      on conflict (tenant_id, kind, item_id) where ended_at is null do nothing returning id`);
    if (!written) fail('STATE_CONFLICT');
  }
  await publishChanged(tx, platform, { kind, id, institutionId: item.institution_id }, tenant.timeZone);
}

/** Whose an item was and is, the last first; for the leading part alone, because it may say who decided before. */
export async function assignmentsOf(tx: Tx, on: On, kind: Kind, id: number) {
  const item = await claimable(tx, on, kind, id);
  if (!isLead(on, kind, item)) fail('FORBIDDEN');
  const { timeZone } = on.tenant;
  const rows = await tx.many<{
    staffId: number;
    name: string;
    by: string;
    at: Date;
    reason: string | null;
    endedAt: Date | null;
    endedBy: string | null;
  }>(sql`
    select a.staff_id as "staffId", s.name, a.by, a.at, a.reason, a.ended_at as "endedAt", a.ended_by as "endedBy"
    from work_assignment a join staff s on s.tenant_id = a.tenant_id and s.id = a.staff_id
    where a.tenant_id = ${tx.tenantId} and a.kind = ${kind}::text and a.item_id = ${id}
    order by a.id desc limit ${raw(String(MOST_SHOWN))}`);
  return rows.map(({ at, endedAt, ...row }) => ({
    ...row,
    at: isoInZone(at, timeZone),
    endedAt: endedAt && isoInZone(endedAt, timeZone),
  }));
}

/** People who may take up what waits in a queue, each with how many items of its kind are hers. */
export const assigneesOf = ({ platform, tenant }: On, { kind, name, places }: OpenQueue) =>
  platform.db.tenant(tenant.id).many<{ staffId: number; name: string; assigned: number }>(sql`
    select s.id as "staffId", s.name, (select count(*)::int from work_assignment a where a.tenant_id = s.tenant_id
      and a.staff_id = s.id and a.kind = ${kind}::text and a.ended_at is null) as assigned
    from staff s where s.tenant_id = ${tenant.id} and exists (
      select from unnest(${places.map(({ code }) => code)}::text[]) as place (code)
      where ${mayTake(QUEUES[name].openers, sql`place.code`)})
    order by s.name, s.id limit ${raw(String(MOST_PEOPLE))}`);

type Share = { staffId: number; count: number };

/**
 * Gives a person the next items of a queue that are nobody's, in its order; how many there were. Of institutions in which the caller
 * leads and the person may take them up, so none of others; what she withdrew from, and what somebody has open, is passed by. 404
 * for who has no role there.
 */
export async function shareOut(tx: Tx, on: On, open: OpenQueue, { staffId, count }: Share): Promise<number> {
  const { platform, service } = on;
  const { kind, name, queue } = open;
  const leads = reachWithin(service, leadsOf(kind, name));
  const places = open.places.filter(({ code }) => leads === null || leads.includes(code));
  if (places.length === 0) fail('FORBIDDEN');
  const now = platform.clock.now();
  const known = await tx.one(sql`
    select g.id from staff_grant g where g.tenant_id = ${tx.tenantId} and g.staff_id = ${staffId} and g.ended_at is null
      and (g.institutions is null or exists (select from jsonb_array_elements_text(g.institutions) code
        where code = any(${places.map(({ code }) => code)}::text[]))) limit 1`);
  if (!known) fail('NOT_FOUND');
  const given = await tx.many<{ institutionId: number }>(sql`
    insert into work_assignment (tenant_id, kind, item_id, institution_id, staff_id, by, by_staff_id, at)
    select ${tx.tenantId}::bigint, ${kind}::text, found.id, found.institution_id, ${staffId}::bigint, ${service.operator ?? ''}::text,
      ${service.staff?.id ?? null}::bigint, ${now}::timestamptz
    from ${placesIn({ ...open, places })}
    join institution i on i.tenant_id = ${tx.tenantId} and i.id = place.id
    join staff s on s.tenant_id = ${tx.tenantId} and s.id = ${staffId} and ${mayTake(QUEUES[name].openers, sql`i.code`)}
    cross join lateral (
      select w.id, w.institution_id, ${queue.key} as key, ${queue.tie ?? sql`0`} as tie
      from ${itemsOf(queue, tx.tenantId)}
        and not exists (select from work_assignment a where a.tenant_id = w.tenant_id and a.kind = ${kind}::text
          and a.item_id = w.id and a.ended_at is null)
        and not exists (select from work_claim c where c.tenant_id = w.tenant_id and c.kind = ${kind}::text
          and c.item_id = w.id and c.until > ${now}::timestamptz and c.staff_id <> ${staffId}::bigint)
        and not ${keptAway(kind, sql`w.tenant_id`, sql`w.id`, sql`${staffId}::bigint`)}
      order by ${orderOf(queue)} limit ${count}::int) found
    order by found.key, found.tie, found.id limit ${count}::int
    on conflict (tenant_id, kind, item_id) where ended_at is null do nothing
    returning institution_id as "institutionId"`);
  for (const institutionId of new Set(given.map((one) => one.institutionId)))
    publishQueues(tx, { kind, institutionId });
  return given.length;
}

/** Condition on items `w` of a queue: the caller's own, or nobody's. */
export const assignedCondition = (
  { service }: Pick<On, 'service'>,
  kind: Kind,
  asked: 'me' | 'nobody' | undefined,
): Sql => {
  if (asked === undefined) return empty;
  if (asked === 'nobody')
    return sql` and not exists (select from ${livingAssignment(kind, sql`w.tenant_id`, sql`w.id`)})`;
  return sql` and w.id = any(array(select a.item_id from work_assignment a where a.tenant_id = w.tenant_id
    and a.staff_id = ${service.staff?.id ?? 0} and a.kind = ${kind}::text and a.ended_at is null))`;
};
