import { firstName } from '@orbita/domain/foundation';
import { maskContact } from '@orbita/domain/identity';
import sql from 'sql-template-tag';
import { createChallenge, createDecoy, type Verified, verifyChallenge } from '../identity/challenge.ts';
import { hidden } from '../identity/sign-in-events.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Ctx, HostContext, Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { auditStaff } from './audit.ts';
import { presentMe } from './me.ts';
import { presentGrants } from './present.ts';
import { openStaffSession, type StaffSession } from './session.ts';
import { type StaffRow, staffColumns } from './store.ts';

const HOUR_MS = 3600_000;
const CODES = { name: 'staff-codes', max: 20, windowMs: HOUR_MS };
const WRONG_INVITES = { name: 'staff-invites', max: 20, windowMs: 60_000 };

/** What a code of the team was sent for; kept with it until it is used. */
type Payload = { staffId: number; inviteId?: number };

type Invite = StaffRow & { inviteId: number };
type Place = Pick<HostContext, 'platform' | 'tenant' | 'host' | 'ip'>;

const byEmail = ({ platform, tenant }: Place, email: string): Promise<StaffRow | undefined> =>
  platform.db.tenant(tenant.id).one<StaffRow>(sql`
    select ${staffColumns} from staff s
    where s.tenant_id = ${tenant.id} and s.email = ${email.toLowerCase()} and s.state = 'active' and s.email_proved`);

const orderFor = (staff: StaffRow, payload: Payload) => ({
  purpose: 'staff' as const,
  channel: 'email' as const,
  recipient: staff.email,
  template: 'N-02' as const,
  greeted: firstName(staff.name),
  payload,
});

/** Sends a code to somebody of the team; an e-mail of nobody gets the same answer, and no message (spec 25.2.2). */
export async function askStaffCode(ctx: Ctx<'POST /operations/staff/code/challenges'>): Promise<Reply> {
  const { email } = ctx.body();
  ctx.platform.limits.take(CODES, { tenant: ctx.tenant.id, address: ctx.ip });
  const staff = await byEmail(ctx, email);
  const { challengeId, expiresIn, resendIn } = staff
    ? await createChallenge(ctx, { ...orderFor(staff, { staffId: staff.id }), quiet: true })
    : await createDecoy(ctx, {
        purpose: 'staff',
        channel: 'email',
        subject: hidden(ctx, email.toLowerCase()),
      });
  return reply(202, { challengeId, expiresIn, resendIn });
}

/** The open invite of a secret, with its person; 410 for every other one, which counts against the address. */
async function openInvite(ctx: Place, secret: string): Promise<Invite> {
  const { platform, tenant, ip } = ctx;
  const who = { tenant: tenant.id, address: ip };
  if (platform.limits.isFull(WRONG_INVITES, who)) fail('RATE_LIMITED');
  const row = await platform.db.tenant(tenant.id).one<Invite>(sql`
    select i.id as "inviteId", ${staffColumns}
    from staff_invite i join staff s on s.tenant_id = i.tenant_id and s.id = i.staff_id
    where i.tenant_id = ${tenant.id} and i.hash = ${secretHash(secret)} and i.used_at is null
      and i.revoked_at is null and i.expires_at > ${platform.clock.now()}::timestamptz and s.state = 'invited'`);
  if (row) return row;
  platform.limits.note(WRONG_INVITES, who);
  return fail('INVITE_OVER');
}

/** What an invite offers; looking at it does not use it, because mail scanners look as well. */
export async function inspectInvite(ctx: Ctx<'POST /operations/staff/invites/inspection'>): Promise<Reply> {
  const found = await openInvite(ctx, ctx.body().invite);
  return reply(200, {
    tenant: { alias: ctx.tenant.alias, name: ctx.tenant.name },
    name: found.name,
    emailMasked: maskContact('email', found.email),
    grants: presentGrants(found.grants),
    methods: ['code'],
  });
}

/** Sends a code to the e-mail of an invite, because whoever holds the link has not proved to be the invited person. */
export async function acceptInvite(ctx: Ctx<'POST /operations/staff/invites/acceptance'>): Promise<Reply> {
  const found = await openInvite(ctx, ctx.body().invite);
  const order = orderFor(found, { staffId: found.id, inviteId: found.inviteId });
  const { challengeId, expiresIn, resendIn } = await createChallenge(ctx, order);
  return reply(200, { challengeId, expiresIn, resendIn });
}

/** Checks a code of the team and counts the try. @throws `NOT_FOUND`, `CODE_EXPIRED`, `CODE_INVALID`. */
export const verifyStaffCode = (
  ctx: Pick<HostContext, 'platform' | 'tenant'>,
  challengeId: string,
  code: string,
): Promise<Verified & { payload: Payload }> =>
  verifyChallenge(ctx, challengeId, code, { purpose: 'staff', anybody: true }) as Promise<
    Verified & { payload: Payload }
  >;

/** Uses an invite up and takes its person into the team; 410 when somebody was faster, or it ended meanwhile. */
async function useInvite(tx: Tx, inviteId: number, now: Date): Promise<void> {
  const used = await tx.one<{ staff_id: number }>(sql`
    update staff_invite set used_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${inviteId} and used_at is null and revoked_at is null
      and expires_at > ${now}::timestamptz returning staff_id`);
  if (!used) fail('INVITE_OVER');
  await tx.one(sql`
    update staff set state = 'active', version = version + 1, changed_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${used.staff_id} and state = 'invited' returning id`);
}

/** Signs in by a code: the session begins with the commit that uses the code up. */
export async function enterByStaffCode(
  ctx: Ctx<'POST /operations/staff/code/challenges/{challengeId}/verify'>,
): Promise<Reply> {
  const { platform, tenant } = ctx;
  const now = platform.clock.now();
  const verified = await verifyStaffCode(ctx, ctx.params.challengeId, ctx.body().code);
  const { staffId, inviteId } = verified.payload;
  const { staff, cookie, sessionId } = await platform.db.write(tenant.id, async (tx) => {
    await verified.use(tx);
    if (inviteId !== undefined) await useInvite(tx, inviteId, now);
    const staff = await tx.one<StaffRow>(sql`
      select ${staffColumns} from staff s where s.tenant_id = ${tenant.id} and s.id = ${staffId}
        and s.state = 'active' for update of s`);
    if (!staff) fail('CODE_EXPIRED');
    if (staff.grants.length === 0) fail('NO_ROLE');
    return { staff, ...(await openStaffSession(tx, ctx, staff)) };
  });
  const session = await platform.db.tenant(tenant.id).one<Times>(sql`
    select started_at as "startedAt", ends_at as "endsAt", reauth_at as "reauthAt" from staff_session
    where tenant_id = ${tenant.id} and id = ${sessionId}`);
  if (!session) fail('STAFF_SESSION_OVER');
  const me: StaffSession = { ...session, ...staff, sessionId, staffId: staff.id, method: 'code' };
  await auditStaff(ctx, me, 200);
  return { ...reply(200, await presentMe(platform, tenant, me)), cookies: [cookie] };
}

type Times = Pick<StaffSession, 'startedAt' | 'endsAt' | 'reauthAt'>;
