import { randomBytes } from 'node:crypto';
import { email, firstName, formatDateTime, isoInZone } from '@orbita/domain/foundation';
import type { ParsedBody } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { operatorOf } from '../caller/operator.ts';
import { consolePage } from '../messaging/address.ts';
import { sendAtOnce } from '../messaging/at-once.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Reply, ServiceContext, Tenant } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { findConsole } from '../tenancy/console.ts';
import { checkInstitutions, checkNotLast, checkReach, writeGrants } from './grants.ts';
import { notifyRoles } from './notices.ts';
import { keepRaise, secondForInvite } from './second.ts';
import { lockTeam, type StaffRow, staffById, staffColumns } from './store.ts';

/** Three days: long enough for a weekend, short enough for a link that makes an administrator. */
const LIFE_MS = 72 * 3600_000;

type Inviting = Pick<ServiceContext, 'platform' | 'service'> & {
  tenant: Tenant;
  /** Host of the console where the invite is created. */
  hostname: string;
};
type Invited = ParsedBody<'POST /operations/staff/invites'>;

/**
 * Returns the person with this e-mail as invited: a new one, or one invited before who hasn't accepted. `back` also allows a
 * member who needs a new way to sign in because they lost theirs.
 * @throws `DUPLICATE` (409) for anybody already in the team: changing roles and restoring access are separate calls.
 */
async function invitedOf(
  tx: Tx,
  { name, email, back }: Pick<Invited, 'name' | 'email'> & { back: boolean },
  now: Date,
): Promise<StaffRow> {
  const row = await tx.one<StaffRow>(sql`
    with s as (
      insert into staff (tenant_id, name, email, state, created_at, changed_at)
      values (${tx.tenantId}, ${name}::text, ${email}::text, 'invited', ${now}::timestamptz, ${now}::timestamptz)
      on conflict (tenant_id, email) do update set name = excluded.name, version = staff.version + 1,
        changed_at = excluded.changed_at
        where staff.state = 'invited' or (staff.state = 'active' and ${back}::boolean)
      returning *)
    select ${staffColumns} from s`);
  return row ?? fail('DUPLICATE');
}

/**
 * Sends the link of an invite (NE-01), for invites created by a staff member. The link isn't stored anywhere, so an invite that
 * couldn't be sent is useless and gets revoked.
 * @throws `SEND_FAILED`.
 */
export async function sendInvite(
  { platform, tenant, service, hostname }: Inviting,
  { name, email }: Invited,
  { secret, expiresAt, inviteId }: Made,
): Promise<void> {
  const link = await linkOf(platform, tenant, secret);
  if (!link) return;
  const { host } = (await findConsole(platform, hostname)) ?? fail('HOST_UNKNOWN');
  try {
    await sendAtOnce(
      { platform, tenant, host },
      {
        channel: 'email',
        to: email.toLowerCase(),
        template: 'NE-01',
        greeted: firstName(name),
        data: { quem: service.operator ?? '', prazo: formatDateTime(expiresAt, tenant.timeZone), link },
        reference: `staff-invite.${inviteId}.${expiresAt.getTime()}`,
      },
    );
  } catch (error) {
    platform.log.warn({ err: error, tenant: tenant.alias }, 'invite not sent');
    await platform.db.tenant(tenant.id).one(sql`
      update staff_invite set revoked_at = ${platform.clock.now()}::timestamptz
      where tenant_id = ${tenant.id} and id = ${inviteId} and used_at is null returning id`);
    fail('SEND_FAILED', { message: 'Falha ao enviar o convite. Tente de novo.' });
  }
}

type Made = { inviteId: number; staffId: number; secret: string; expiresAt: Date };

const linkOf = (platform: Platform, tenant: Tenant, secret: string): Promise<string | null> =>
  consolePage(platform, tenant.id, `/convite#${secret}`);

/**
 * The invited person with this e-mail, if any, whom a staff member's invite would change.
 * @throws `DUPLICATE` (409) for somebody already in the team.
 */
async function beforeInvite(tx: Tx, { service }: Pick<Inviting, 'service'>, { email }: Invited) {
  const known = await tx.one<StaffRow>(sql`
    select ${staffColumns} from staff s where s.tenant_id = ${tx.tenantId} and s.email = ${email.toLowerCase()}::text`);
  if (known && known.state !== 'invited') fail('DUPLICATE');
  checkReach(service, known?.grants ?? []);
  return known;
}

/**
 * Creates an invite with the roles it grants; an older one for the same person ends.
 * @throws `ROLE_NOT_YOURS`, `DUPLICATE`, `VALIDATION` (institutions).
 */
export async function makeInvite(
  tx: Tx,
  { platform, service }: Pick<Inviting, 'platform' | 'service'>,
  given: Invited,
): Promise<Made> {
  const now = platform.clock.now();
  const expiresAt = new Date(now.getTime() + LIFE_MS);
  const secret = randomBytes(32).toString('base64url');
  checkReach(service, given.grants);
  await lockTeam(tx);
  await checkInstitutions(tx, given.grants);
  const address = given.email.toLowerCase();
  // A link for an existing member would open their access, so no member may create one for another.
  const back = given.method === 'passkey' && !service.staff;
  const staff = await invitedOf(tx, { name: given.name, email: address, back }, now);
  checkReach(service, staff.grants);
  await checkNotLast(tx, staff, { active: true, grants: given.grants });
  await writeGrants(tx, staff, given.grants, { by: operatorOf(service), now });
  await keepRaise(tx, service, { ...staff, grants: [] }, given, now);
  await notifyRoles(tx, platform, staff, (await staffById(tx, tx.tenantId, staff.id, null)) ?? staff);
  await tx.many(sql`
    update staff_invite set revoked_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and staff_id = ${staff.id} and used_at is null and revoked_at is null
    returning id`);
  const invite = await tx.one<{ id: number }>(sql`
    insert into staff_invite (tenant_id, staff_id, hash, method, invited_by, created_at, expires_at)
    values (${tx.tenantId}, ${staff.id}, ${secretHash(secret)}, ${given.method ?? null}::text,
      ${service.staff?.id ?? null}::bigint, ${now}::timestamptz, ${expiresAt}::timestamptz)
    returning id`);
  if (!invite) throw new Error('The invite was not kept');
  return { inviteId: invite.id, staffId: staff.id, secret, expiresAt };
}

/**
 * Invites somebody to a tenant's team (spec 25.2.2). The address is returned once and stored only as a hash. Roles that need a
 * second person's approval are held back along with the invite (202).
 * @throws like `makeInvite`.
 */
export async function inviteStaff(ctx: Inviting, given: Invited): Promise<Reply> {
  const { platform, tenant, service } = ctx;
  const wrong = email(given.email);
  // Otherwise the mail server would refuse it only after the invite was created.
  invalid(wrong ? [{ field: 'email', message: wrong }] : []);
  const made = await platform.db.write(tenant.id, async (tx) => {
    if (service.staff) {
      checkReach(service, given.grants);
      await lockTeam(tx);
      await checkInstitutions(tx, given.grants);
      const known = await beforeInvite(tx, ctx, given);
      const waits = await secondForInvite(tx, ctx, {
        to: { name: given.name, email: given.email, passkeyOnly: given.method === 'passkey' },
        before: known?.grants ?? [],
        given: given.grants,
        reason: given.reason,
        command: { invite: given },
      });
      if (waits) return waits;
    }
    return makeInvite(tx, ctx, given);
  });
  if ('status' in made) return made;
  if (service.staff) await sendInvite(ctx, given, made);
  const { inviteId, staffId, secret, expiresAt } = made;
  return reply(201, {
    inviteId,
    staffId,
    expiresAt: isoInZone(expiresAt, tenant.timeZone),
    url: service.staff ? null : await linkOf(platform, tenant, secret),
  });
}
