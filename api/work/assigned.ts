import { isoInZone } from '@orbita/domain/foundation';
import { carries, partsOfRole, ROLES, type Scope } from '@orbita/domain/staff';
import { type Kind, QUEUES, type QueueName } from '@orbita/domain/work';
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Service } from '../platform/http/context.ts';

/** Assignee of an item as returned by `assignedColumn`: a person or a group. */
export type AssignedJson = {
  staffId: number | null;
  groupId: number | null;
  name: string;
  by: string;
  at: string;
  mine: boolean;
};

type Caller = Pick<Service, 'staff'>;
const callerOf = ({ staff }: Caller): number => staff?.id ?? 0;

const rolesOf = (parts: readonly Scope[]): string[] =>
  ROLES.filter((role) => parts.some((part) => carries(partsOfRole(role), part)));

/** Whether a team member `s` may claim items with one of these scopes, in the institution with that code. */
export const mayTake = (parts: readonly Scope[], code: Sql): Sql => sql`s.state = 'active' and exists (
  select from staff_grant g where g.tenant_id = s.tenant_id and g.staff_id = s.id and g.ended_at is null
    and g.role = any(${rolesOf(parts)}::text[]) and (g.institutions is null or g.institutions @> to_jsonb(${code}::text)))`;

/**
 * Whether a person is permanently excluded from an item, because they withdrew from it or already gave their mark or decision.
 */
export const keptAway = (kind: Kind, tenantId: Sql, itemId: Sql, staffId: Sql): Sql => sql`exists (
  select from work_skip k where k.tenant_id = ${tenantId} and k.kind = ${kind}::text and k.item_id = ${itemId}
    and k.staff_id = ${staffId} and k.until is null)`;

/** Whether a group has a member who may claim an item that is in a queue, in the institution with that code. */
export const groupMayTake = (
  queue: QueueName,
  { tenantId, itemId, groupId, code }: Record<'tenantId' | 'itemId' | 'groupId' | 'code', Sql>,
): Sql => sql`exists (
  select from work_group_member m join staff s on s.tenant_id = m.tenant_id and s.id = m.staff_id
  where m.tenant_id = ${tenantId} and m.group_id = ${groupId} and ${mayTake(QUEUES[queue].openers, code)}
    and not ${keptAway(QUEUES[queue].kind, tenantId, itemId, sql`s.id`)})`;

/**
 * The current assignment `a` of an item in a queue, to a person `s` who may still take it up there or to a group `wg` with such a
 * member. Once nobody may, the item counts as unassigned without anybody returning it. Ending a group ends its assignments.
 */
export const livingAssignment = (queue: QueueName, tenantId: Sql, itemId: Sql): Sql => sql`
  work_assignment a join institution ai on ai.tenant_id = a.tenant_id and ai.id = a.institution_id
  left join staff s on s.tenant_id = a.tenant_id and s.id = a.staff_id
  left join work_group wg on wg.tenant_id = a.tenant_id and wg.id = a.group_id
  where a.tenant_id = ${tenantId} and a.kind = ${QUEUES[queue].kind}::text and a.item_id = ${itemId} and a.ended_at is null
    and (${mayTake(QUEUES[queue].openers, sql`ai.code`)} or ${groupMayTake(queue, {
      ...{ tenantId: sql`a.tenant_id`, itemId: sql`a.item_id` },
      ...{ groupId: sql`a.group_id`, code: sql`ai.code` },
    })})`;

/** Whether an assignment `a` is to the caller, or to one of the caller's groups. */
const isHers = (caller: Caller): Sql => sql`(a.staff_id = ${callerOf(caller)}::bigint or exists (
  select from work_group_member mine where mine.tenant_id = a.tenant_id and mine.group_id = a.group_id
    and mine.staff_id = ${callerOf(caller)}::bigint))`;

/** The assignee of the item `itemId` in the tenant `tenantId` as JSON, or null. */
export const assignedColumn = (queue: QueueName, caller: Caller, tenantId: Sql, itemId: Sql): Sql => sql`(
  select jsonb_build_object('staffId', a.staff_id, 'groupId', a.group_id, 'name', coalesce(s.name, wg.name), 'by', a.by,
    'at', a.at, 'mine', coalesce(${isHers(caller)}, false)
      and not ${keptAway(QUEUES[queue].kind, sql`a.tenant_id`, sql`a.item_id`, sql`${callerOf(caller)}::bigint`)})
  from ${livingAssignment(queue, tenantId, itemId)})`;

/**
 * Whether an item is assigned to somebody else, i.e. neither to the caller nor to one of the caller's groups, so that "next item"
 * skips it.
 */
export const isOthers = (queue: QueueName, caller: Caller, tenantId: Sql, itemId: Sql): Sql => sql`exists (
  select from ${livingAssignment(queue, tenantId, itemId)} and ${isHers(caller)} is not true)`;

/** Ids of the items of a kind that are assigned to the caller. */
export const ownItems = (kind: Kind, caller: Caller, tenantId: number): Sql => sql`
  select a.item_id from work_assignment a where a.tenant_id = ${tenantId} and a.staff_id = ${callerOf(caller)}::bigint
    and a.kind = ${kind}::text and a.ended_at is null`;

/** Ids of the items assigned to one of the caller's groups, except those from which the caller is permanently excluded. */
export const groupItems = (kind: Kind, caller: Caller, tenantId: number): Sql => sql`
  select a.item_id from work_group_member m
  join work_assignment a on a.tenant_id = m.tenant_id and a.group_id = m.group_id and a.kind = ${kind}::text
    and a.ended_at is null
  where m.tenant_id = ${tenantId} and m.staff_id = ${callerOf(caller)}::bigint
    and not ${keptAway(kind, sql`a.tenant_id`, sql`a.item_id`, sql`m.staff_id`)}`;

/** The assignee of an item, as the API returns it. */
export const presentAssigned = (assigned: AssignedJson | null, zone: string) =>
  assigned && { ...assigned, at: isoInZone(new Date(assigned.at), zone) };

type Ending = { kind: Kind; id: number; now: Date; by: string; staffId?: number };

/** Ends the current assignment of an item; with `staffId`, only if it is to that person. */
export const endAssignment = (tx: Tx, ending: Ending): Promise<unknown> =>
  tx.one(endOfAssignment(tx, ending));

/** The same as a statement, for callers that need not wait for it. */
export const endOfAssignment = (tx: Tx, { kind, id, now, by, staffId }: Ending): Sql => sql`
  update work_assignment set ended_at = ${now}::timestamptz, ended_by = ${by}::text
  where tenant_id = ${tx.tenantId} and kind = ${kind}::text and item_id = ${id} and ended_at is null
    and (${staffId ?? null}::bigint is null or staff_id = ${staffId ?? null}::bigint)
  returning id`;
