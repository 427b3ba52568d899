import { firstName } from '@orbita/domain/foundation';
import { maskContact } from '@orbita/domain/identity';
import type { WayIn } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import {
  type ChallengeOrder,
  createChallenge,
  createDecoy,
  type Verified,
  verifyChallenge,
} from '../identity/challenge.ts';
import { askerOf, hidden } from '../identity/sign-in-events.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Ctx, HostContext, Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { knownBy } from './browser.ts';
import { demoInvite } from './demo.ts';
import { enterConsole, useInvite } from './enter.ts';
import { CODES, STARTS, WRONG } from './limits.ts';
import { offeredWays } from './offered.ts';
import { beginMade } from './passkeys.ts';
import { presentGrants } from './present.ts';
import { acceptAtProvider } from './provider/sign-in.ts';
import { type StaffRow, staffColumns } from './store.ts';

/** What a staff code was sent for; stored with it until it is used. */
type Payload = { staffId: number; inviteId?: number };

type Invite = StaffRow & { invite_id: number; method: 'passkey' | null };
type Place = Pick<HostContext, 'platform' | 'tenant' | 'host' | 'ip'>;

const byEmail = ({ platform, tenant }: Place, email: string): Promise<StaffRow | undefined> =>
  platform.db.tenant(tenant.id).one<StaffRow>(sql`
    select ${staffColumns} from staff s
    where s.tenant_id = ${tenant.id} and s.email = ${email.toLowerCase()} and s.state = 'active' and s.email_proved`);

const orderFor = (staff: StaffRow, payload: Payload) => ({
  purpose: 'staff' as const,
  channel: 'email' as const,
  recipient: staff.email,
  template: 'NE-02' as const,
  greeted: firstName(staff.name),
  payload,
});

/**
 * Determines who requests a code and how it is limited: the member's own browser separately, everybody else by address first.
 * Codes requested by strangers in the member's name stop neither the member nor their network.
 */
async function askingAs(
  ctx: Ctx<'POST /operations/staff/code/challenges'>,
  staff: StaffRow | undefined,
): Promise<Required<Pick<ChallengeOrder, 'asker' | 'pace'>>> {
  const { platform, tenant } = ctx;
  const known = staff && (await knownBy(platform.db.tenant(tenant.id), ctx, tenant.id, staff.id));
  if (known?.kind === 'browser') return { asker: known.hash, pace: 'own' };
  const who = { tenant: tenant.id, address: ctx.ip };
  await platform.limits.takeShared([STARTS, who], [CODES, who]);
  return { asker: askerOf(ctx), pace: known ? 'free' : 'late' };
}

/** Sends a code to a staff member; an unknown e-mail address gets the same response and no message (spec 25.2.2). */
export async function askStaffCode(ctx: Ctx<'POST /operations/staff/code/challenges'>): Promise<Reply> {
  const { email } = ctx.body();
  if (!(await offeredWays(ctx)).includes('code')) fail('FORBIDDEN');
  const staff = await byEmail(ctx, email);
  const asking = await askingAs(ctx, staff);
  const { challengeId, expiresIn, resendIn } = staff
    ? await createChallenge(ctx, { ...orderFor(staff, { staffId: staff.id }), ...asking, quiet: true })
    : await createDecoy(ctx, {
        purpose: 'staff',
        channel: 'email',
        subject: hidden(ctx, email.toLowerCase()),
        ...asking,
      });
  return reply(202, { challengeId, expiresIn, resendIn });
}

/** The open invite for a secret, with its person; 410 for anything else, which counts against the address. */
async function openInvite(ctx: Place, secret: string): Promise<Invite> {
  const { platform, tenant, ip } = ctx;
  const who = { tenant: tenant.id, address: ip };
  platform.limits.check(WRONG, who);
  const row = await platform.db.tenant(tenant.id).one<Invite>(sql`
    select i.id as invite_id, i.method, ${staffColumns}
    from staff_invite i join staff s on s.tenant_id = i.tenant_id and s.id = i.staff_id
    where i.tenant_id = ${tenant.id} and i.hash = ${secretHash(secret)} and i.used_at is null
      and i.revoked_at is null and i.expires_at > ${platform.clock.now()}::timestamptz
      and (s.state = 'invited' or (s.state = 'active' and i.method = 'passkey'))`);
  if (row) return row;
  await platform.limits.noteShared([WRONG, who]);
  return fail('INVITE_OVER');
}

/** Sign-in methods of an invite: the one it names, otherwise those of the console. */
const methodsOf = async (ctx: Place, { method }: Invite): Promise<WayIn[]> =>
  method ? [method] : offeredWays(ctx);

const presentInvite = async ({ platform, tenant }: Place, found: StaffRow, methods: string[]) => ({
  tenant: { alias: tenant.alias, name: tenant.name },
  name: found.name,
  emailMasked: maskContact('email', found.email),
  grants: presentGrants(found.grants),
  institutions: await platform.db.tenant(tenant.id).many<{ code: string; acronym: string }>(sql`
    select code, acronym from institution
    where tenant_id = ${tenant.id} and code = any(${found.grants.flatMap(({ institutions }) => institutions ?? [])}::text[])
    order by name`),
  methods,
});

/** Shows what an invite offers. Looking doesn't use it up, because mail scanners look as well. */
export async function inspectInvite(ctx: Ctx<'POST /operations/staff/invites/inspection'>): Promise<Reply> {
  const { invite } = ctx.body();
  const ofDemo = await demoInvite(ctx.platform, ctx.tenant.id, invite);
  if (ofDemo) return reply(200, await presentInvite(ctx, ofDemo, ['demo']));
  const found = await openInvite(ctx, invite);
  return reply(200, await presentInvite(ctx, found, await methodsOf(ctx, found)));
}

/** Demo invites sign in at once, any number of times while the process runs. */
const acceptDemo = (ctx: Ctx<'POST /operations/staff/invites/acceptance'>, { id }: StaffRow) =>
  enterConsole(
    ctx,
    { method: 'demo', strength: 'demo' },
    async (tx) => {
      await tx.one(sql`
        update staff set state = 'active', version = version + 1, changed_at = ${ctx.platform.clock.now()}::timestamptz
        where tenant_id = ${tx.tenantId} and id = ${id} and state = 'invited' returning id`);
      return id;
    },
    'INVITE_OVER',
  );

/**
 * Accepts an invite. A code is sent to its e-mail address, because holding the link doesn't prove being the invited person; the
 * institution's own sign-in identifies the person afterwards; a passkey is created by whoever holds the link and proves nothing
 * about the e-mail address.
 */
export async function acceptInvite(ctx: Ctx<'POST /operations/staff/invites/acceptance'>): Promise<Reply> {
  const { invite, method } = ctx.body();
  await ctx.platform.limits.takeShared([STARTS, { tenant: ctx.tenant.id, address: ctx.ip }]);
  const ofDemo = await demoInvite(ctx.platform, ctx.tenant.id, invite);
  if (ofDemo) return acceptDemo(ctx, ofDemo);
  const found = await openInvite(ctx, invite);
  if (!(await methodsOf(ctx, found)).some((way) => way === method)) fail('FORBIDDEN');
  if (method === 'idp') return acceptAtProvider(ctx, found.invite_id);
  if (method === 'passkey') return reply(200, await beginMade(ctx, found, found.invite_id));
  // Limits are counted per invite link: codes requested by strangers in the same name don't count.
  const asking = { asker: hidden(ctx, `invite:${found.invite_id}`), pace: 'own' as const };
  const order = { ...orderFor(found, { staffId: found.id, inviteId: found.invite_id }), ...asking };
  const { challengeId, expiresIn, resendIn } = await createChallenge(ctx, order);
  return reply(200, { challengeId, expiresIn, resendIn });
}

/** Checks a staff code and counts the try. @throws `NOT_FOUND`, `CODE_EXPIRED`, `CODE_INVALID`. */
export const verifyStaffCode = (
  ctx: Pick<HostContext, 'platform' | 'tenant'>,
  challengeId: string,
  code: string,
): Promise<Verified & { payload: Payload }> =>
  verifyChallenge(ctx, challengeId, code, { purpose: 'staff', anybody: true }) as Promise<
    Verified & { payload: Payload }
  >;

/** Signs in with a code: the session starts with the commit that uses up the code. */
export async function enterByStaffCode(
  ctx: Ctx<'POST /operations/staff/code/challenges/{challengeId}/verify'>,
): Promise<Reply> {
  const verified = await verifyStaffCode(ctx, ctx.params.challengeId, ctx.body().code);
  const { staffId, inviteId } = verified.payload;
  const prove = async (tx: Tx) => {
    await verified.use(tx);
    if (inviteId !== undefined) await useInvite(tx, ctx.platform, inviteId, { byMail: true });
    return staffId;
  };
  const byInvite = inviteId === undefined ? {} : { byInvite: true as const };
  return enterConsole(ctx, { method: 'code', ...byInvite }, prove, 'CODE_EXPIRED');
}
