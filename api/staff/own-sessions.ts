import { isoInZone } from '@orbita/domain/foundation';
import type { StaffMethod } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import type { Ctx, Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { publishStaffChanged } from '../platform/team-events.ts';
import { releaseClaimsOf } from '../work/claims.ts';
import { usePasskey } from './passkey-store.ts';
import { verifyShown } from './passkeys.ts';
import { leaveProvider } from './provider/leave.ts';
import { confirmStaffSession, withoutCookie } from './session.ts';
import { verifyStaffCode } from './sign-in.ts';

type ConfirmCtx = Ctx<'POST /operations/staff/me/reauthentication'>;
type Confirmed = Awaited<ReturnType<typeof confirmStaffSession>>;

/** With a fresh code of the member's own, unless they signed in with something stronger than a mailbox. */
async function confirmByCode(ctx: ConfirmCtx, challengeId: string, code: string): Promise<Confirmed> {
  const { platform, tenant, staff } = ctx;
  if (staff.method === 'passkey' || staff.method === 'idp')
    fail('REAUTH_REQUIRED', { extra: { methods: [staff.method] } });
  const verified = await verifyStaffCode(ctx, challengeId, code);
  // Someone else's code proves nothing about the signed-in member.
  if (verified.payload.staffId !== staff.staffId) fail('NOT_FOUND');
  return platform.db.write(tenant.id, async (tx) => {
    await verified.use(tx);
    return confirmStaffSession(tx, ctx, staff.sessionId);
  });
}

/** With the member's own passkey; a session that started with a code counts as a passkey session from then on. */
async function confirmByPasskey(
  ctx: ConfirmCtx,
  sent: Parameters<typeof verifyShown>[1],
): Promise<Confirmed> {
  const { platform, tenant, staff } = ctx;
  const { key, counter } = await verifyShown(ctx, sent);
  if (key.staff_id !== staff.staffId) fail('PASSKEY_REFUSED');
  return platform.db.write(tenant.id, async (tx) => {
    if (!(await usePasskey(tx, key, counter, platform.clock.now()))) fail('PASSKEY_REFUSED');
    return confirmStaffSession(tx, ctx, staff.sessionId, { method: 'passkey', strength: 'passkey' });
  });
}

/** Confirms the signed-in member's identity (spec 25.2.4). */
export async function confirmOwn(ctx: ConfirmCtx): Promise<Reply> {
  const { tenant } = ctx;
  const sent = ctx.body();
  const { cookie, until } =
    'passkey' in sent
      ? await confirmByPasskey(ctx, sent.passkey)
      : await confirmByCode(ctx, sent.challengeId, sent.code);
  return { ...reply(200, { reauthUntil: isoInZone(until, tenant.timeZone) }), cookies: [cookie] };
}

type Row = { id: number; method: StaffMethod; started_at: Date; last_input_at: Date; place: string };

/** Lists the caller's own active sessions, newest first. */
export async function listOwnSessions({
  platform,
  tenant,
  staff,
}: Ctx<'GET /operations/staff/me/sessions'>): Promise<Reply> {
  const now = platform.clock.now();
  const rows = await platform.db.tenant(tenant.id).many<Row>(sql`
    select id, method, started_at, last_input_at, place from staff_session
    where tenant_id = ${tenant.id} and staff_id = ${staff.staffId} and revoked_at is null
      and ends_at > ${now}::timestamptz order by id desc`);
  const shown = (at: Date) => isoInZone(at, tenant.timeZone);
  return reply(200, {
    data: rows.map(({ id, method, started_at, last_input_at, place }) => ({
      id,
      method,
      startedAt: shown(started_at),
      lastInputAt: shown(last_input_at),
      place,
      current: id === staff.sessionId,
    })),
  });
}

type EndCtx = Ctx<'DELETE /operations/staff/me/session'> | Ctx<'DELETE /operations/staff/me/sessions/{id}'>;

/** Ends one of the caller's own sessions; 404 for any other. Ending the current one also removes its cookie. */
export async function endOwnSession(ctx: EndCtx, id: number): Promise<Reply> {
  const { platform, tenant, staff, request } = ctx;
  await platform.db.write(tenant.id, async (tx) => {
    const ended = await tx.one(sql`
      update staff_session set revoked_at = ${platform.clock.now()}::timestamptz
      where tenant_id = ${tenant.id} and staff_id = ${staff.staffId} and id = ${id} and revoked_at is null
      returning id`);
    if (!ended) fail('NOT_FOUND');
    await releaseClaimsOf(tx, platform, { staffId: staff.staffId, sessionId: id });
    publishStaffChanged(tx, platform, staff.staffId);
  });
  const there = id === staff.sessionId ? await leaveProvider(ctx) : undefined;
  return {
    ...reply(204),
    ...(there === undefined ? {} : { headers: { location: there } }),
    ...(id === staff.sessionId ? { cookies: [withoutCookie(platform, request)] } : {}),
  };
}
