import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { HeldGrant } from '../platform/http/context.ts';

export type StaffState = 'invited' | 'active' | 'disabled';

export type StaffRow = {
  id: number;
  name: string;
  email: string;
  state: StaffState;
  version: number;
  changed_at: Date;
  last_seen_at: Date | null;
  grants: HeldGrant[];
};

/** Active roles of member `s`, as JSON. */
export const heldGrants = sql`(select coalesce(jsonb_agg(jsonb_build_object('role', g.role, 'institutions', g.institutions, 'source', g.source)
      order by g.id), '[]')
    from staff_grant g where g.tenant_id = s.tenant_id and g.staff_id = s.id and g.ended_at is null)`;

/** Columns of staff member `s`, with active roles. */
export const staffColumns = sql`s.id, s.name, s.email, s.state, s.version, s.changed_at, s.last_seen_at,
  ${heldGrants} as grants`;

/** Limits members `s` to those with a role in one of these institutions; null = everybody. */
export const seenBy = (institutions: readonly string[] | null): Sql =>
  institutions === null
    ? sql``
    : sql` and exists (select from staff_grant g where g.tenant_id = s.tenant_id and g.staff_id = s.id
        and g.ended_at is null and (g.institutions is null or g.institutions ?| ${institutions}::text[]))`;

/** One staff member; undefined if unknown or without a role in one of the institutions. */
export const staffById = (
  on: Pick<Tx, 'one'>,
  tenantId: number,
  id: number,
  institutions: readonly string[] | null,
): Promise<StaffRow | undefined> =>
  on.one<StaffRow>(sql`
    select ${staffColumns} from staff s where s.tenant_id = ${tenantId} and s.id = ${id}${seenBy(institutions)}`);

/**
 * Serialises changes to a tenant's team until the end of the transaction: whether someone is the last administrator depends on
 * everybody else.
 */
export const lockTeam = (tx: Tx): Promise<unknown> =>
  tx.one(sql`select pg_advisory_xact_lock(hashtext(${`staff:${tx.tenantId}`}))`);
