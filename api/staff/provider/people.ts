import {
  type ConsoleSettings,
  groupsOfClaims,
  type IdentityProvider,
  rolesOfGroups,
} from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import { withdrawUnheld } from '../../approval/end.ts';
import { endTokensOf } from '../../caller/team/token-family.ts';
import { shapeOf } from '../../platform/database/shape.ts';
import type { Tx } from '../../platform/database/types.ts';
import { fail } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { StaffClaims } from '../../platform/ports.ts';
import { publishStaffChanged } from '../../platform/team-events.ts';
import { notifyInviteOfTool, notifyRoles } from '../notices.ts';
import { lockTeam, type StaffRow, staffColumns } from '../store.ts';

type Claims = StaffClaims['claims'];
export type Grant = ReturnType<typeof rolesOfGroups>[number];

const MOST_NAME = 200;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

/**
 * The roles currently granted by a person's groups.
 * @throws `GROUPS_MISSING` if the provider didn't send groups, `GROUPS_UNREADABLE` if it sent them in a format of its own:
 * previously granted roles are never reused (DE-04). If the catalogue maps no groups, none are required.
 */
export function grantsOf(
  { groups }: Pick<ConsoleSettings, 'groups'>,
  { groupsClaim }: Pick<IdentityProvider, 'groupsClaim'>,
  claims: Claims,
): Grant[] {
  if (groups.length === 0) return [];
  const sent = groupsOfClaims(claims, groupsClaim);
  if (sent === 'missing') fail('GROUPS_MISSING');
  return sent === 'unreadable' ? fail('GROUPS_UNREADABLE') : rolesOfGroups(sent, groups);
}

const textOf = (value: unknown): string =>
  typeof value === 'string' && !value.includes('\0') ? value.trim() : '';
const nameOf = ({ name, sub }: Claims, email: string): string =>
  (textOf(name) || email || sub).slice(0, MOST_NAME).toWellFormed();
const emailOf = ({ email }: Claims): string => {
  const text = textOf(email).toLowerCase();
  return EMAIL.test(text) ? text : '';
};

/** A member, locked until the end of the transaction. */
export const lockedMember = (tx: Tx, id: number): Promise<StaffRow | undefined> =>
  tx.one<StaffRow>(sql`
    select ${staffColumns} from staff s where s.tenant_id = ${tx.tenantId} and s.id = ${id} for update of s`);

const link = (tx: Tx, issuer: string, subject: string, staffId: number, now: Date) =>
  tx.one(sql`
    insert into staff_identity (tenant_id, issuer, subject, staff_id, linked_at)
    values (${tx.tenantId}, ${issuer}::text, ${subject}::text, ${staffId}, ${now}::timestamptz) returning staff_id`);

/** Uses the open invite for an e-mail address verified by the provider; undefined if there is none. Returns the member's id. */
async function joinInvite(tx: Tx, platform: Platform, email: string): Promise<number | undefined> {
  const now = platform.clock.now();
  const used = await tx.one<{ staff_id: number; invite_id: number }>(sql`
    update staff_invite i set used_at = ${now}::timestamptz from staff s
    where i.tenant_id = ${tx.tenantId} and s.tenant_id = i.tenant_id and s.id = i.staff_id and s.email = ${email}::text
      and s.state = 'invited' and i.used_at is null and i.revoked_at is null and i.expires_at > ${now}::timestamptz
    returning i.staff_id, i.id as invite_id`);
  if (!used) return undefined;
  await tx.one(sql`
    update staff set state = 'active', version = version + 1, changed_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${used.staff_id} returning id`);
  await notifyInviteOfTool(tx, platform, shapeOf(used));
  return used.staff_id;
}

/**
 * Checks that an account belongs to the invited person: the provider has verified their e-mail address, or already knows them.
 * What the account may do without the invite is decided at sign-in.
 * @throws `INVITE_OTHER_PERSON`, `INVITE_OVER`.
 */
export async function checkInvited(
  tx: Tx,
  { issuer, claims, inviteId }: { issuer: string; claims: Claims; inviteId: number },
  now: Date,
): Promise<void> {
  const invited = await tx.one<{ email: string; known: boolean; open: boolean }>(sql`
    select s.email, y.subject is not null as known,
      i.used_at is null and i.revoked_at is null and i.expires_at > ${now}::timestamptz as open
    from staff_invite i
    join staff s on s.tenant_id = i.tenant_id and s.id = i.staff_id
    left join staff_identity y on y.tenant_id = s.tenant_id and y.staff_id = s.id and y.issuer = ${issuer}::text
      and y.subject = ${claims.sub}::text
    where i.tenant_id = ${tx.tenantId} and i.id = ${inviteId}`);
  if (!invited) fail('INVITE_OVER');
  if (invited.known) return;
  if (claims.email_verified !== true || emailOf(claims) !== invited.email) fail('INVITE_OTHER_PERSON');
  if (!invited.open) fail('INVITE_OVER');
}

/**
 * Adds a person nobody invited, who is in the team through one of their groups; refused if another person has their e-mail
 * address.
 */
async function create(tx: Tx, claims: Claims, now: Date): Promise<number> {
  const email = emailOf(claims);
  if (!email) fail('IDP_REFUSED');
  const made = await tx.one<{ id: number }>(sql`
    insert into staff (tenant_id, name, email, email_proved, state, created_at, changed_at)
    values (${tx.tenantId}, ${nameOf(claims, email)}::text, ${email}::text, ${claims.email_verified === true},
      'active', ${now}::timestamptz, ${now}::timestamptz)
    on conflict (tenant_id, email) do nothing returning id`);
  return made?.id ?? fail('IDP_REFUSED');
}

/**
 * Returns the person for an account at the provider, identified by issuer and `sub` alone. An e-mail address only joins an open
 * invite, and only if the provider has verified it (spec 25.2.2). Undefined for an unknown person whose groups grant no role.
 */
export async function personOf(
  tx: Tx,
  platform: Platform,
  { issuer, claims, grants }: { issuer: string; claims: Claims; grants: readonly Grant[] },
): Promise<StaffRow | undefined> {
  const now = platform.clock.now();
  await lockTeam(tx);
  const known = await tx.one<{ staff_id: number }>(sql`
    select staff_id from staff_identity
    where tenant_id = ${tx.tenantId} and issuer = ${issuer}::text and subject = ${claims.sub}::text`);
  if (known) return lockedMember(tx, known.staff_id);
  const proved = claims.email_verified === true ? emailOf(claims) : '';
  const joined = proved ? await joinInvite(tx, platform, proved) : undefined;
  if (joined === undefined && grants.length === 0) return undefined;
  const staffId = joined ?? (await create(tx, claims, now));
  await link(tx, issuer, claims.sub, staffId, now);
  return lockedMember(tx, staffId);
}

const same = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  JSON.stringify(one?.toSorted() ?? null) === JSON.stringify(other?.toSorted() ?? null);

/**
 * Grants and ends roles so that a member has exactly these from the provider; manual roles stay. Returns the member as they are
 * afterwards.
 */
export async function replaceGrants(
  tx: Tx,
  platform: Platform,
  staff: StaffRow,
  grants: readonly Grant[],
): Promise<StaffRow> {
  const now = platform.clock.now();
  const held = staff.grants.filter(({ source }) => source === 'idp');
  const ended = held.filter(
    (one) => !grants.some((now) => now.role === one.role && same(now.institutions, one.institutions)),
  );
  const begun = grants.filter(
    (one) => !held.some((was) => was.role === one.role && same(was.institutions, one.institutions)),
  );
  if (ended.length === 0 && begun.length === 0) return staff;
  for (const { role, institutions } of ended)
    await tx.many(sql`
      update staff_grant set ended_by = 'idp', ended_at = ${now}::timestamptz
      where tenant_id = ${tx.tenantId} and staff_id = ${staff.id} and ended_at is null and source = 'idp'
        and role = ${role}::text
        and institutions is not distinct from ${institutions && JSON.stringify(institutions)}::jsonb returning id`);
  for (const { role, institutions, group } of begun)
    await tx.one(sql`
      insert into staff_grant
        (tenant_id, staff_id, role, institutions, source, group_name, granted_by, granted_at)
      values (${tx.tenantId}, ${staff.id}, ${role}::text,
        ${institutions ? JSON.stringify(institutions.toSorted()) : null}::jsonb, 'idp', ${group}::text, 'idp',
        ${now}::timestamptz) returning id`);
  await tx.one(sql`
    update staff set version = version + 1, changed_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${staff.id} returning id`);
  await withdrawUnheld(tx, platform, staff.id);
  await endTokensOf(tx, staff.id, now);
  publishStaffChanged(tx, platform, staff.id);
  const after = (await lockedMember(tx, staff.id)) ?? staff;
  // Roles held from the very first sign-in aren't a change for the member.
  if (staff.grants.length > 0) await notifyRoles(tx, platform, staff, after);
  return after;
}
