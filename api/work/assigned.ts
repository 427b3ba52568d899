import { isoInZone } from '@orbita/domain/foundation';
import { carries, partsOfRole, ROLES, type Scope } from '@orbita/domain/staff';
import { type Kind, QUEUES, type QueueName } from '@orbita/domain/work';
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Service } from '../platform/http/context.ts';

/** Whose an item is, as `assignedColumn` gives it: a person's or a group's. */
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

/** Whether a person `s` of the team may take up items by one of these parts, in the institution of that code. */
export const mayTake = (parts: readonly Scope[], code: Sql): Sql => sql`s.state = 'active' and exists (
  select from staff_grant g where g.tenant_id = s.tenant_id and g.staff_id = s.id and g.ended_at is null
    and g.role = any(${rolesOf(parts)}::text[]) and (g.institutions is null or g.institutions @> to_jsonb(${code}::text)))`;

/** Who withdrew from an item, or had her say about it, never has it again. */
export const keptAway = (kind: Kind, tenantId: Sql, itemId: Sql, staffId: Sql): Sql => sql`exists (
  select from work_skip k where k.tenant_id = ${tenantId} and k.kind = ${kind}::text and k.item_id = ${itemId}
    and k.staff_id = ${staffId} and k.until is null)`;

/** Whether a group has somebody who may take an item up that waits in a queue, in the institution of that code. */
export const groupMayTake = (
  queue: QueueName,
  { tenantId, itemId, groupId, code }: Record<'tenantId' | 'itemId' | 'groupId' | 'code', Sql>,
): Sql => sql`exists (
  select from work_group_member m join staff s on s.tenant_id = m.tenant_id and s.id = m.staff_id
  where m.tenant_id = ${tenantId} and m.group_id = ${groupId} and ${mayTake(QUEUES[queue].openers, code)}
    and not ${keptAway(QUEUES[queue].kind, tenantId, itemId, sql`s.id`)})`;

/**
 * The living assignment `a` of an item that waits in a queue, of a person `s` who may still take it up there, or of a group `wg`
 * with somebody who may: once nobody may, the item is nobody's again, without anybody giving it back. The end of a group ends what
 * it has.
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

/** Whether an assignment `a` is of the caller, or of a group of hers. */
const isHers = (caller: Caller): Sql => sql`(a.staff_id = ${callerOf(caller)}::bigint or exists (
  select from work_group_member mine where mine.tenant_id = a.tenant_id and mine.group_id = a.group_id
    and mine.staff_id = ${callerOf(caller)}::bigint))`;

/** Whose an item is as JSON, or null; of `itemId` in the tenant of the row `tenantId`. */
export const assignedColumn = (queue: QueueName, caller: Caller, tenantId: Sql, itemId: Sql): Sql => sql`(
  select jsonb_build_object('staffId', a.staff_id, 'groupId', a.group_id, 'name', coalesce(s.name, wg.name), 'by', a.by,
    'at', a.at, 'mine', coalesce(${isHers(caller)}, false)
      and not ${keptAway(QUEUES[queue].kind, sql`a.tenant_id`, sql`a.item_id`, sql`${callerOf(caller)}::bigint`)})
  from ${livingAssignment(queue, tenantId, itemId)})`;

/** Whether an item is neither the caller's nor of a group of hers but somebody else's, so that the next item passes by it. */
export const isOthers = (queue: QueueName, caller: Caller, tenantId: Sql, itemId: Sql): Sql => sql`exists (
  select from ${livingAssignment(queue, tenantId, itemId)} and ${isHers(caller)} is not true)`;

/** Numbers of the items of a kind that are the caller's own. */
export const ownItems = (kind: Kind, caller: Caller, tenantId: number): Sql => sql`
  select a.item_id from work_assignment a where a.tenant_id = ${tenantId} and a.staff_id = ${callerOf(caller)}::bigint
    and a.kind = ${kind}::text and a.ended_at is null`;

/** Numbers of those that are of a group of hers, but what she withdrew from or had her say about. */
export const groupItems = (kind: Kind, caller: Caller, tenantId: number): Sql => sql`
  select a.item_id from work_group_member m
  join work_assignment a on a.tenant_id = m.tenant_id and a.group_id = m.group_id and a.kind = ${kind}::text
    and a.ended_at is null
  where m.tenant_id = ${tenantId} and m.staff_id = ${callerOf(caller)}::bigint
    and not ${keptAway(kind, sql`a.tenant_id`, sql`a.item_id`, sql`m.staff_id`)}`;

/** Whose an item is, as the team sees it. */
export const presentAssigned = (assigned: AssignedJson | null, zone: string) =>
  assigned && { ...assigned, at: isoInZone(new Date(assigned.at), zone) };

type Ending = { kind: Kind; id: number; now: Date; by: string; staffId?: number };

/** Ends the living assignment of an item, of one person alone where `staffId` names her. */
export const endAssignment = (tx: Tx, ending: Ending): Promise<unknown> =>
  tx.one(endOfAssignment(tx, ending));

/** The statement of it, for those who need not wait for it. */
export const endOfAssignment = (tx: Tx, { kind, id, now, by, staffId }: Ending): Sql => sql`
  update work_assignment set ended_at = ${now}::timestamptz, ended_by = ${by}::text
  where tenant_id = ${tx.tenantId} and kind = ${kind}::text and item_id = ${id} and ended_at is null
    and (${staffId ?? null}::bigint is null or staff_id = ${staffId ?? null}::bigint)
  returning id`;
