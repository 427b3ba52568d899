import { randomBytes } from 'node:crypto';
import { isoInZone } from '@orbita/domain/foundation';
import type { ParsedBody } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { consolePage } from '../messaging/address.ts';
import { operatorOf } from '../operations/operator.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Service, Tenant } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { checkInstitutions, checkReach, writeGrants } from './grants.ts';
import { lockTeam, type StaffRow, staffColumns } from './store.ts';

/** Three days: long enough for a weekend, short enough for a link that makes an administrator. */
const LIFE_MS = 72 * 3600_000;

type Invited = ParsedBody<'POST /operations/staff/invites'>;

/**
 * The person with this e-mail as invited: a new one, or who was invited before and has not come; 409 for anybody who was
 * in the team already, whose roles are changed and whose access is opened again by calls of their own.
 */
async function invitedOf(
  tx: Tx,
  { name, email }: Pick<Invited, 'name' | 'email'>,
  now: Date,
): Promise<StaffRow> {
  const row = await tx.one<StaffRow>(sql`
    with s as (
      insert into staff (tenant_id, name, email, state, created_at, changed_at)
      values (${tx.tenantId}, ${name}::text, ${email}::text, 'invited', ${now}::timestamptz, ${now}::timestamptz)
      on conflict (tenant_id, email) do update set name = excluded.name, version = staff.version + 1,
        changed_at = excluded.changed_at where staff.state = 'invited'
      returning *)
    select ${staffColumns} from s`);
  return row ?? fail('DUPLICATE');
}

/**
 * Invites somebody to the team of a tenant (spec 25.2.2); the address is answered once and kept as a hash alone. An older
 * invite of the same person ends. @throws `ROLE_NOT_YOURS`, `DUPLICATE`, `VALIDATION` (institutions).
 */
export async function inviteStaff(platform: Platform, tenant: Tenant, service: Service, given: Invited) {
  const now = platform.clock.now();
  const expiresAt = new Date(now.getTime() + LIFE_MS);
  const secret = randomBytes(32).toString('base64url');
  checkReach(service, given.grants);
  const made = await platform.db.write(tenant.id, async (tx) => {
    await lockTeam(tx);
    await checkInstitutions(tx, given.grants);
    const email = given.email.toLowerCase();
    const staff = await invitedOf(tx, { name: given.name, email }, now);
    checkReach(service, staff.grants);
    await writeGrants(tx, staff, given.grants, { by: operatorOf(service), now });
    await tx.many(sql`
      update staff_invite set revoked_at = ${now}::timestamptz
      where tenant_id = ${tx.tenantId} and staff_id = ${staff.id} and used_at is null and revoked_at is null
      returning id`);
    const invite = await tx.one<{ id: number }>(sql`
      insert into staff_invite (tenant_id, staff_id, hash, created_at, expires_at)
      values (${tx.tenantId}, ${staff.id}, ${secretHash(secret)}, ${now}::timestamptz, ${expiresAt}::timestamptz)
      returning id`);
    if (!invite) throw new Error('The invite was not kept');
    return { inviteId: invite.id, staffId: staff.id };
  });
  return {
    ...made,
    expiresAt: isoInZone(expiresAt, tenant.timeZone),
    url: await consolePage(platform, tenant.id, `/convite#${secret}`),
  };
}
