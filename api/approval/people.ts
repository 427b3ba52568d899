import { APPROVALS, type ApprovalKind, reaches } from '@orbita/domain/approval';
import { carries } from '@orbita/domain/operations';
import { type Grant, type Reach, ROLES, reachOf, roles } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';
import type { Service, Tenant } from '../platform/http/context.ts';

/** Somebody of the team with the roles that she holds now. */
export type Colleague = { id: number; name: string; email: string; state: string; grants: Grant[] };

const columns = sql`s.id, s.name, s.email, s.state, (
  select coalesce(jsonb_agg(jsonb_build_object('role', g.role, 'institutions', g.institutions) order by g.id), '[]')
  from staff_grant g where g.tenant_id = s.tenant_id and g.staff_id = s.id and g.ended_at is null) as grants`;

/** Most people who are notified of one request. */
const MOST_LISTED = 50;

export const colleagueById = (on: Runner, tenantId: number, id: number): Promise<Colleague | undefined> =>
  on.one<Colleague>(sql`
    select ${columns} from staff s where s.tenant_id = ${tenantId} and s.id = ${id}`);

/** Institutions for which somebody may ask for an act of a kind; none once she is not active any more. */
export const askReach = (
  { state, grants }: Pick<Colleague, 'state' | 'grants'>,
  kind: ApprovalKind,
): Reach => {
  if (state !== 'active') return [];
  const { asks, also } = APPROVALS[kind];
  return reachOf(grants, [asks], also ?? undefined);
};

/** Whether who asked still holds the part for all that it touches (spec 25.4.4). */
export const stillAsks = (
  requester: Pick<Colleague, 'state' | 'grants'> | undefined,
  { kind, institutions }: { kind: ApprovalKind; institutions: Reach },
): boolean => {
  if (!requester) return false;
  const reach = askReach(requester, kind);
  return reach?.length !== 0 && reaches(reach, institutions);
};

/** People who could be the second person of a request: active, holding the part, neither who asked nor whom it is about. */
export async function secondPersons(
  tx: Tx,
  { kind, institutions, not }: { kind: ApprovalKind; institutions: Reach; not: readonly number[] },
): Promise<Colleague[]> {
  const { approves } = APPROVALS[kind];
  const carrying = ROLES.filter((role) => carries(roles[role].carries, approves));
  const found = await tx.many<Colleague>(sql`
    select ${columns} from staff s
    where s.tenant_id = ${tx.tenantId} and s.state = 'active' and s.id <> all(${not}::bigint[])
      and exists (select from staff_grant g where g.tenant_id = s.tenant_id and g.staff_id = s.id
        and g.ended_at is null and g.role = any(${carrying}::text[]))
    order by s.id limit ${MOST_LISTED * 4}`);
  return found
    .filter(({ grants }) => reaches(reachOf(grants, [approves]), institutions))
    .slice(0, MOST_LISTED);
}

/** How many people are active in `administracao`, wherever they are (spec 25.4.4). */
export async function administrators(tx: Tx): Promise<number> {
  const row = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from staff s where s.tenant_id = ${tx.tenantId} and s.state = 'active'
      and exists (select from staff_grant g where g.tenant_id = s.tenant_id and g.staff_id = s.id
        and g.ended_at is null and g.role = 'administracao')`);
  return row?.count ?? 0;
}

/** Who asked, as the caller of what was approved: whatever it writes names both people. */
export const serviceOfBoth = (
  tenant: Tenant,
  requester: Colleague,
  { kind, approver, now }: { kind: ApprovalKind; approver: string; now: Date },
): Service => ({
  tokenName: 'equipe',
  scopes: [],
  institutions: askReach(requester, kind),
  operator: `${requester.name}, com aprovação de ${approver}`,
  development: false,
  tenantId: tenant.id,
  tokenId: null,
  staff: {
    id: requester.id,
    // What was approved belongs to no session.
    sessionId: 0,
    grants: requester.grants,
    role: null,
    method: 'passkey',
    reauthAt: now,
    hasPasskey: true,
  },
});
