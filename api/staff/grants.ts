import type { Role } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import { knownInstitutions } from '../caller/team/tokens.ts';
import type { Tx } from '../platform/database/types.ts';
import type { HeldGrant, Service } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import type { StaffRow } from './store.ts';

export type GivenGrant = { role: Role; institutions?: string[] | null | undefined };

type Reach = Pick<Service, 'institutions'>;

const lies = (held: readonly string[] | null | undefined, { institutions: reach }: Reach): boolean =>
  reach === null || (!!held && held.every((code) => reach.includes(code)));

/**
 * Refuses to change a member who holds, or would hold, a role beyond the caller's institutions.
 * @throws `ROLE_NOT_YOURS` (403).
 */
export function checkReach(caller: Reach, grants: readonly GivenGrant[]): void {
  if (!grants.every(({ institutions }) => lies(institutions, caller))) fail('ROLE_NOT_YOURS');
}

/** Refuses institutions that the tenant doesn't have, for which a role would be meaningless (422). */
export async function checkInstitutions(tx: Tx, grants: readonly GivenGrant[]): Promise<void> {
  const known = await knownInstitutions(tx);
  invalid(
    grants.flatMap(({ institutions }, index) =>
      (institutions ?? []).flatMap((code, at) =>
        known.has(code)
          ? []
          : [{ field: `grants.${index}.institutions.${at}`, message: `Unknown institution ${code}` }],
      ),
    ),
  );
}

const nameOf = ({ role, institutions }: GivenGrant | HeldGrant): string =>
  `${role} ${institutions ? institutions.toSorted().join(',') : '*'}`;

/** Grants and ends manual roles so that a member holds exactly these; unchanged ones are left alone. */
export async function writeGrants(
  tx: Tx,
  staff: Pick<StaffRow, 'id' | 'grants'>,
  grants: readonly GivenGrant[],
  { by, now }: { by: string; now: Date },
): Promise<void> {
  const wanted = new Map(grants.map((grant) => [nameOf(grant), grant]));
  const held = staff.grants.filter(({ source }) => source === 'manual');
  for (const grant of held.filter((one) => !wanted.has(nameOf(one))))
    await tx.many(sql`
      update staff_grant set ended_by = ${by}::text, ended_at = ${now}::timestamptz
      where tenant_id = ${tx.tenantId} and staff_id = ${staff.id} and ended_at is null and source = 'manual'
        and role = ${grant.role}::text
        and institutions is not distinct from ${grant.institutions && JSON.stringify(grant.institutions)}::jsonb
      returning id`);
  const kept = new Set(held.map(nameOf));
  for (const [name, { role, institutions }] of wanted)
    if (!kept.has(name))
      await tx.one(sql`
        insert into staff_grant (tenant_id, staff_id, role, institutions, source, granted_by, granted_at)
        values (${tx.tenantId}, ${staff.id}, ${role}::text,
          ${institutions ? JSON.stringify([...new Set(institutions)].sort()) : null}::jsonb, 'manual', ${by}::text,
          ${now}::timestamptz) returning id`);
}

const administers = ({ role, institutions }: GivenGrant): boolean =>
  role === 'administracao' && !institutions;

/**
 * Refuses to take the administration of all institutions from the last active person holding it (409), because nobody at the
 * institution could restore it. Call it with the team locked.
 */
export async function checkNotLast(
  tx: Tx,
  staff: StaffRow,
  after: { active: boolean; grants: readonly GivenGrant[] },
): Promise<void> {
  if (staff.state !== 'active' || !staff.grants.some(administers)) return;
  if (after.active && after.grants.some(administers)) return;
  const other = await tx.one(sql`
    select s.id from staff s join staff_grant g on g.tenant_id = s.tenant_id and g.staff_id = s.id
    where s.tenant_id = ${tx.tenantId} and s.id <> ${staff.id} and s.state = 'active' and g.ended_at is null
      and g.role = 'administracao' and g.institutions is null limit 1`);
  if (!other) fail('LAST_ADMINISTRATOR');
}
