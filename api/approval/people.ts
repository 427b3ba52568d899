import { APPROVALS, type ApprovalKind, mayAlone, reaches, TRUST_DAYS } from '@orbita/domain/approval';
import { carries, type Grant, type Reach, ROLES, reachOf, roles } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';
import type { Service, Tenant } from '../platform/http/context.ts';
import { linkedTo } from './store.ts';

/** A team member with their current roles. */
export type Colleague = { id: number; name: string; email: string; state: string; grants: Grant[] };

const columns = sql`s.id, s.name, s.email, s.state, (
  select coalesce(jsonb_agg(jsonb_build_object('role', g.role, 'institutions', g.institutions) order by g.id), '[]')
  from staff_grant g where g.tenant_id = s.tenant_id and g.staff_id = s.id and g.ended_at is null) as grants`;

const DAY_MS = 24 * 3_600_000;
/** Maximum number of people notified of one request. */
const MOST_LISTED = 50;
/** Maximum number of people notified of what somebody does alone. */
const MOST_TOLD = 500;

export const colleagueById = (on: Runner, id: number): Promise<Colleague | undefined> =>
  on.one<Colleague>(sql`
    select ${columns} from staff s where s.tenant_id = ${on.tenantId} and s.id = ${id}`);

/** Institutions for which a person may request an act of a kind; none once they are no longer active. */
const askReach = ({ state, grants }: Pick<Colleague, 'state' | 'grants'>, kind: ApprovalKind): Reach => {
  if (state !== 'active') return [];
  const { asks, also } = APPROVALS[kind];
  return reachOf(grants, [asks], also ?? undefined);
};

/** Whether the requester still holds the scope for all institutions concerned (spec 25.4.4). */
export const stillAsks = (
  requester: Pick<Colleague, 'state' | 'grants'> | undefined,
  { kind, institutions }: { kind: ApprovalKind; institutions: Reach },
): boolean => {
  if (!requester) return false;
  const reach = askReach(requester, kind);
  // A plan of a catalogue concerns the whole tenant for whoever approves it; its act looks at what it changes.
  return reach?.length !== 0 && reaches(reach, kind === 'catalogue' ? [] : institutions);
};

type Sought = {
  kind: ApprovalKind;
  institutions: Reach;
  not: readonly number[];
  /** Also counts people who could have been one at any time since then; if left out, only those who could be one now. */
  since?: Date;
};

/**
 * People who could be the second person of a request: active, holding the approving scope, and not among `not` (the requester,
 * the subject, and people linked to the requester).
 */
export async function secondPersons(
  tx: Tx,
  { kind, institutions, not, since }: Sought,
): Promise<Colleague[]> {
  const { approves } = APPROVALS[kind];
  const carrying = ROLES.filter((role) => carries(roles[role].carries, approves));
  const [held, came] = since
    ? [
        sql`(g.ended_at is null or g.ended_at > ${since}::timestamptz)`,
        sql`(s.state = 'active' or s.disabled_at > ${since}::timestamptz)`,
      ]
    : [sql`g.ended_at is null`, sql`s.state = 'active'`];
  const found = await tx.many<Colleague>(sql`
    select s.id, s.name, s.email, s.state, (
      select coalesce(jsonb_agg(jsonb_build_object('role', g.role, 'institutions', g.institutions) order by g.id), '[]')
      from staff_grant g where g.tenant_id = s.tenant_id and g.staff_id = s.id and ${held}) as grants
    from staff s
    where s.tenant_id = ${tx.tenantId} and ${came} and s.id <> all(${not}::bigint[])
      and exists (select from staff_grant g where g.tenant_id = s.tenant_id and g.staff_id = s.id
        and ${held} and g.role = any(${carrying}::text[]))
    order by s.id limit ${MOST_LISTED * 4}`);
  return found
    .filter(({ grants }) => reaches(reachOf(grants, [approves]), institutions))
    .slice(0, MOST_LISTED);
}

/** People who currently cannot be the second person for somebody (`linkedTo`). */
export async function linkedPeople(tx: Tx, staffId: number, now: Date): Promise<number[]> {
  const row = await tx.one<{ ids: number[] }>(sql`
    select to_jsonb(${linkedTo({ tenantId: sql`${tx.tenantId}::bigint`, staffId: sql`${staffId}::bigint`, at: sql`${now}::timestamptz` })}) as ids`);
  return row?.ids ?? [];
}

/**
 * Whether a person may be another one under a second name: they are linked (`linkedPeople`), or one of them invited the other
 * within the last weeks, whatever the role.
 */
export async function mayBeSame(tx: Tx, one: number, other: number, now: Date): Promise<boolean> {
  if ((await linkedPeople(tx, one, now)).includes(other)) return true;
  const since = new Date(now.getTime() - TRUST_DAYS * DAY_MS);
  const invited = await tx.one(sql`
    select id from staff_invite where tenant_id = ${tx.tenantId} and created_at > ${since}::timestamptz
      and ((staff_id = ${one} and invited_by = ${other}) or (staff_id = ${other} and invited_by = ${one})) limit 1`);
  return invited !== undefined;
}

/**
 * Records that somebody gave or restored a person's right to approve. For some weeks neither can be the second person of the
 * other, nor of anybody linked to them.
 */
export const noteRaise = (tx: Tx, { staffId, by, now }: { staffId: number; by: number; now: Date }) =>
  tx.one(sql`
    insert into staff_raise (tenant_id, staff_id, by_staff, at)
    values (${tx.tenantId}, ${staffId}, ${by}, ${now}::timestamptz) returning id`);

/**
 * Whether nobody but the requester could approve such an act, now or at any time in recent weeks: removing a colleague's role
 * does not make somebody the only one.
 */
export async function isAlone(
  tx: Tx,
  {
    kind,
    institutions,
    staffId,
    now,
  }: { kind: ApprovalKind; institutions: Reach; staffId: number; now: Date },
): Promise<boolean> {
  if (!mayAlone(kind)) return false;
  const since = new Date(now.getTime() - TRUST_DAYS * DAY_MS);
  const not = [staffId, ...(await linkedPeople(tx, staffId, now))];
  return (await secondPersons(tx, { kind, institutions, not, since })).length === 0;
}

/** Everybody who currently works in the team, for notifications to the whole team. */
export const wholeTeam = (tx: Tx): Promise<{ name: string; email: string }[]> =>
  tx.many<{ name: string; email: string }>(sql`
    select s.name, s.email from staff s where s.tenant_id = ${tx.tenantId} and s.state = 'active' order by s.id
    limit ${MOST_TOLD}`);

/** The requester, as the caller of what was approved: whatever it writes names both people. */
export const serviceOfBoth = (
  tenant: Tenant,
  requester: Colleague,
  { kind, approver, now }: { kind: ApprovalKind; approver: string | null; now: Date },
): Service => ({
  tokenName: 'equipe',
  scopes: [],
  institutions: askReach(requester, kind),
  operator: `${requester.name}, ${approver === null ? 'sem segunda pessoa' : `com aprovação de ${approver}`}`,
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
    strength: 'passkey',
  },
});
