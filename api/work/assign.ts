import { isoInZone } from '@orbita/domain/foundation';
import { type Kind, leadsOf, QUEUES, type QueueName } from '@orbita/domain/work';
import type { ParsedBody } from '@orbita/protocol';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { shapeOf } from '../platform/database/shape.ts';
import type { Tx } from '../platform/database/types.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { reachWithin } from '../platform/http/reach-within.ts';
import {
  endAssignment,
  groupItems,
  groupMayTake,
  keptAway,
  livingAssignment,
  mayTake,
  ownItems,
} from './assigned.ts';
import { claimable } from './claims.ts';
import { publishChanged } from './decision.ts';
import type { On } from './open-queue.ts';
import type { Item } from './queue.ts';

/** Maximum number of assignments shown in the history of an item. */
const MOST_SHOWN = 50;
const NOT_FOR_HER = 'Esta pessoa não pode ficar com este item.';
const NOT_FOR_THEM = 'Ninguém deste grupo pode ficar com este item.';

const isLead = (on: On, kind: Kind, { queue, institution_code: code }: Item): boolean => {
  const leads = reachWithin(on.service, leadsOf(kind, queue));
  return leads === null || leads.includes(code);
};

type Wish = { kind: Kind; id: number } & ParsedBody<'PUT /operations/assignments/{kind}/{itemId}'>;

/** Current assignee of an item, locked until the transaction ends; undefined when it is unassigned. */
type Holder = { staff_id: number | null; group_id: number | null; hers: boolean };

/**
 * Assigns an item, or removes its assignment (spec 25.4.5). Anybody who may take the item up may assign a free item, or one of
 * their own groups, to themselves, and may return their own; assigning another person's item, or assigning to another person or
 * group, requires the leading scope.
 * @throws 404, 403; 422 for an assignee who may not have it; 409 when it was assigned to somebody else at the same time.
 */
export async function assignItem(tx: Tx, on: On, wish: Wish): Promise<void> {
  const { platform, tenant, service } = on;
  const { kind, id, reason } = wish;
  const [staffId, groupId] = [wish.staffId ?? null, wish.groupId ?? null];
  const item = await claimable(tx, on, kind, id);
  if (!item.queue) fail('STATE_CONFLICT', { extra: { state: 'decided' } });
  const now = platform.clock.now();
  const by = service.operator ?? '';
  const own = service.staff?.id;
  // Before the group's current items, in the same lock order as when a group is ended.
  if (groupId !== null)
    await tx.one(
      sql`select id from work_group where tenant_id = ${tx.tenantId} and id = ${groupId} for share`,
    );
  const before = await tx.one<Holder & { living: boolean }>(sql`
    select a0.staff_id, a0.group_id, exists (
        select from work_group_member m where m.tenant_id = a0.tenant_id and m.group_id = a0.group_id
          and m.staff_id = ${own ?? 0}::bigint) as hers,
      exists (select from ${livingAssignment(item.queue, sql`a0.tenant_id`, sql`a0.item_id`)}) as living
    from (select * from work_assignment where tenant_id = ${tx.tenantId} and kind = ${kind}::text and item_id = ${id}
      and ended_at is null for update) a0`);
  const holder = before?.living ? before : undefined;
  if (!isOwnAffair({ own, holder, staffId, groupId }) && !isLead(on, kind, item)) fail('FORBIDDEN');
  if (before) await endAssignment(tx, { kind, id, now, by });
  if (staffId !== null || groupId !== null) {
    await checkTaker(tx, item, { kind, id, queue: item.queue, staffId, groupId });
    const written = await tx.one(sql`
      insert into work_assignment (tenant_id, kind, item_id, institution_id, staff_id, group_id, by, by_staff_id, at, reason)
      values (${tx.tenantId}, ${kind}::text, ${id}::bigint, ${item.institution_id}::bigint, ${staffId}::bigint, ${groupId}::bigint,
        ${by}::text, ${own ?? null}::bigint, ${now}::timestamptz, ${reason ?? null}::text)
      on conflict (tenant_id, kind, item_id) where ended_at is null do nothing returning id`);
    if (!written) fail('STATE_CONFLICT');
  }
  await publishChanged(tx, platform, { kind, id, institutionId: item.institution_id }, tenant.timeZone);
}

type Affair = {
  own: number | undefined;
  holder: Holder | undefined;
  staffId: number | null;
  groupId: number | null;
};

/** Whether the request concerns only the caller. */
function isOwnAffair({ own, holder, staffId, groupId }: Affair): boolean {
  if (groupId !== null) return false;
  if (staffId === null) return !holder || holder.staff_id === own;
  return staffId === own && (!holder || holder.staff_id === own || holder.hers);
}

/** Refuses (422) an assignee who may not have the item. */
async function checkTaker(
  tx: Tx,
  item: Item,
  {
    kind,
    id,
    queue,
    staffId,
    groupId,
  }: Omit<Affair, 'own' | 'holder'> & { kind: Kind; id: number; queue: QueueName },
): Promise<void> {
  const code = sql`${item.institution_code}`;
  const itemId = sql`${id}::bigint`;
  if (groupId !== null) {
    const group = await tx.one(sql`
      select wg.id from work_group wg where wg.tenant_id = ${tx.tenantId} and wg.id = ${groupId} and wg.ended_at is null
        and wg.institution_id = ${item.institution_id} and ${groupMayTake(queue, {
          ...{ tenantId: sql`wg.tenant_id`, itemId, groupId: sql`wg.id`, code },
        })}`);
    if (!group) invalid([{ field: 'groupId', message: NOT_FOR_THEM }]);
  } else {
    const person = await tx.one(sql`
      select s.id from staff s where s.tenant_id = ${tx.tenantId} and s.id = ${staffId}
        and ${mayTake(QUEUES[queue].openers, code)} and not ${keptAway(kind, sql`s.tenant_id`, itemId, sql`s.id`)}`);
    if (!person) invalid([{ field: 'staffId', message: NOT_FOR_HER }]);
  }
}

/**
 * Past and current assignments of an item, newest first; only for holders of the leading scope, because they may reveal who
 * decided earlier.
 */
export async function assignmentsOf(tx: Tx, on: On, kind: Kind, id: number) {
  const item = await claimable(tx, on, kind, id);
  if (!isLead(on, kind, item)) fail('FORBIDDEN');
  const { timeZone } = on.tenant;
  const rows = await tx.many<{
    staff_id: number | null;
    group_id: number | null;
    name: string;
    by: string;
    at: Date;
    reason: string | null;
    ended_at: Date | null;
    ended_by: string | null;
  }>(sql`
    select a.staff_id, a.group_id, coalesce(s.name, wg.name) as name, a.by, a.at, a.reason, a.ended_at, a.ended_by
    from work_assignment a left join staff s on s.tenant_id = a.tenant_id and s.id = a.staff_id
    left join work_group wg on wg.tenant_id = a.tenant_id and wg.id = a.group_id
    where a.tenant_id = ${tx.tenantId} and a.kind = ${kind}::text and a.item_id = ${id}
    order by a.id desc limit ${raw(String(MOST_SHOWN))}`);
  return rows.map((row) => ({
    ...shapeOf(row),
    at: isoInZone(row.at, timeZone),
    endedAt: row.ended_at && isoInZone(row.ended_at, timeZone),
  }));
}

/** Condition on items `w` of a queue: assigned to the caller or one of the caller's groups (`me`), or to nobody. */
export const assignedCondition = (
  { service, tenant }: Pick<On, 'service' | 'tenant'>,
  queue: QueueName,
  asked: 'me' | 'nobody' | undefined,
): Sql => {
  if (asked === undefined) return empty;
  if (asked === 'nobody')
    return sql` and not exists (select from ${livingAssignment(queue, sql`w.tenant_id`, sql`w.id`)})`;
  const { kind } = QUEUES[queue];
  return sql` and ${isOneOf([ownItems(kind, service, tenant.id), groupItems(kind, service, tenant.id)])}`;
};

/** Condition that items `w` are among these ids, which are determined first. */
export const isOneOf = (items: readonly Sql[]): Sql =>
  sql`w.id = any(array(${join([...items], ' union all ')}))`;
