import { isoInZone } from '@orbita/domain/foundation';
import { carries, partsOfRole, ROLES, type Scope } from '@orbita/domain/staff';
import { KINDS, type Kind } from '@orbita/domain/work';
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Service } from '../platform/http/context.ts';

/** Whose an item is, as `assignedColumn` gives it. */
export type AssignedJson = { staffId: number; name: string; by: string; at: string };

const rolesOf = (parts: readonly Scope[]): string[] =>
  ROLES.filter((role) => parts.some((part) => carries(partsOfRole(role), part)));

/** Whether a person `s` of the team may take up items by one of these parts, in the institution of that code. */
export const mayTake = (parts: readonly Scope[], code: Sql): Sql => sql`s.state = 'active' and exists (
  select from staff_grant g where g.tenant_id = s.tenant_id and g.staff_id = s.id and g.ended_at is null
    and g.role = any(${rolesOf(parts)}::text[]) and (g.institutions is null or g.institutions @> to_jsonb(${code}::text)))`;

/**
 * The living assignment `a` of an item, of a person `s` who may still take it up: once her access or her role is gone the item is
 * nobody's again, without anybody giving it back.
 */
export const livingAssignment = (kind: Kind, tenantId: Sql, itemId: Sql): Sql => sql`
  work_assignment a join staff s on s.tenant_id = a.tenant_id and s.id = a.staff_id
  join institution ai on ai.tenant_id = a.tenant_id and ai.id = a.institution_id
  where a.tenant_id = ${tenantId} and a.kind = ${kind}::text and a.item_id = ${itemId} and a.ended_at is null
    and ${mayTake(KINDS[kind].openers, sql`ai.code`)}`;

/** Whose an item is as JSON, or null; of `itemId` in the tenant of the row `tenantId`. */
export const assignedColumn = (kind: Kind, tenantId: Sql, itemId: Sql): Sql => sql`(
  select jsonb_build_object('staffId', a.staff_id, 'name', s.name, 'by', a.by, 'at', a.at)
  from ${livingAssignment(kind, tenantId, itemId)})`;

/** Whether an item is somebody else's than the caller's, so that the next item passes by it. */
export const isOthers = (
  kind: Kind,
  { staff }: Pick<Service, 'staff'>,
  tenantId: Sql,
  itemId: Sql,
): Sql => sql`exists (
  select from ${livingAssignment(kind, tenantId, itemId)} and a.staff_id <> ${staff?.id ?? 0})`;

/** Whether an item is the caller's own. */
export const isOwn = (
  kind: Kind,
  { staff }: Pick<Service, 'staff'>,
  tenantId: Sql,
  itemId: Sql,
): Sql => sql`exists (
  select from work_assignment a where a.tenant_id = ${tenantId} and a.kind = ${kind}::text and a.item_id = ${itemId}
    and a.ended_at is null and a.staff_id = ${staff?.id ?? 0})`;

/** Whose an item is, as the team sees it. */
export const presentAssigned = (
  assigned: AssignedJson | null,
  { staff }: Pick<Service, 'staff'>,
  zone: string,
) =>
  assigned && {
    ...assigned,
    at: isoInZone(new Date(assigned.at), zone),
    mine: assigned.staffId === staff?.id,
  };

type Ending = { kind: Kind; id: number; now: Date; by: string; staffId?: number };

/** Ends the living assignment of an item, of one person alone where `staffId` names her; whose it was. */
export const endAssignment = (tx: Tx, ending: Ending): Promise<{ staffId: number } | undefined> =>
  tx.one<{ staffId: number }>(endOfAssignment(tx, ending));

/** The statement of it, for those who need not know whose it was. */
export const endOfAssignment = (tx: Tx, { kind, id, now, by, staffId }: Ending): Sql => sql`
  update work_assignment set ended_at = ${now}::timestamptz, ended_by = ${by}::text
  where tenant_id = ${tx.tenantId} and kind = ${kind}::text and item_id = ${id} and ended_at is null
    and (${staffId ?? null}::bigint is null or staff_id = ${staffId ?? null}::bigint)
  returning staff_id as "staffId"`;
