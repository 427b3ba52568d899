import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Ctx, HostContext, Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { auditStaff } from './audit.ts';
import { presentMe } from './me.ts';
import { notifyInviteOfTool } from './notices.ts';
import { offersPasskey } from './offered.ts';
import { usePasskey } from './passkey-store.ts';
import { isMade, type Made, type Shown, verifyMade, verifyShown } from './passkeys.ts';
import { type Entry, openStaffSession, sessionById } from './session.ts';
import { type StaffRow, staffColumns } from './store.ts';

type Place = Pick<HostContext, 'platform' | 'tenant' | 'host' | 'request' | 'ip'>;

/**
 * Uses up an invite and adds its person to the team.
 * @throws `INVITE_OVER` (410) if somebody was faster or it has ended. Only a code sent to the e-mail address proves that it
 * belongs to the person.
 */
export async function useInvite(
  tx: Tx,
  platform: Platform,
  inviteId: number,
  { byMail }: { byMail: boolean },
): Promise<void> {
  const now = platform.clock.now();
  const used = await tx.one<{ staff_id: number }>(sql`
    update staff_invite set used_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${inviteId} and used_at is null and revoked_at is null
      and expires_at > ${now}::timestamptz returning staff_id`);
  if (!used) fail('INVITE_OVER');
  await tx.one(sql`
    update staff set state = 'active', email_proved = ${byMail}::boolean, version = version + 1, changed_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${used.staff_id} and state = 'invited' returning id`);
  await notifyInviteOfTool(tx, platform, { inviteId, staffId: used.staff_id });
}

/** Opens a session for a member who has just proved their identity, in the transaction of `prove`. */
export async function enterConsole(
  ctx: Place,
  entry: Entry,
  prove: (tx: Tx) => Promise<number>,
  gone: 'CODE_EXPIRED' | 'PASSKEY_REFUSED' | 'INVITE_OVER',
): Promise<Reply> {
  const { platform, tenant } = ctx;
  const { cookies, sessionId } = await platform.db.write(tenant.id, async (tx) => {
    const staffId = await prove(tx);
    const staff = await tx.one<StaffRow>(sql`
      select ${staffColumns} from staff s where s.tenant_id = ${tenant.id} and s.id = ${staffId}
        and s.state = 'active' for update of s`);
    if (!staff) fail(gone);
    if (staff.grants.length === 0) fail('NO_ROLE');
    return openStaffSession(tx, ctx, staff, entry);
  });
  const session = (await sessionById(platform, tenant.id, sessionId)) ?? fail('STAFF_SESSION_OVER');
  await auditStaff(ctx, session);
  return { ...reply(200, await presentMe(platform, tenant, session)), cookies };
}

const PASSKEY: Entry = { method: 'passkey', strength: 'passkey' };

/** Signs in with an existing passkey: possession and user verification in one gesture. */
async function enterByShown(ctx: Place, sent: Shown): Promise<Reply> {
  const { key, counter } = await verifyShown(ctx, sent);
  if (!(await offersPasskey(ctx, key.staff_id))) fail('FORBIDDEN');
  const prove = async (tx: Tx) => {
    if (!(await usePasskey(tx, key, counter, ctx.platform.clock.now()))) fail('PASSKEY_REFUSED');
    return key.staff_id;
  };
  return enterConsole(ctx, PASSKEY, prove, 'PASSKEY_REFUSED');
}

/** Accepts an invite with the passkey created for it: key, use of the invite and session are one transaction. */
async function enterByMade(ctx: Place, sent: Made): Promise<Reply> {
  const { taken, keep } = await verifyMade(ctx, sent);
  const { staffId, inviteId } = taken;
  if (staffId === null || inviteId === null) fail('PASSKEY_REFUSED');
  const prove = async (tx: Tx) => {
    await useInvite(tx, ctx.platform, inviteId, { byMail: false });
    await keep(tx, staffId);
    return staffId;
  };
  return enterConsole(ctx, PASSKEY, prove, 'INVITE_OVER');
}

/** Signs in with a passkey (spec 25.2.2). */
export const enterByPasskey = (ctx: Ctx<'POST /operations/staff/passkeys/sign-in'>): Promise<Reply> => {
  const sent = ctx.body();
  return isMade(sent) ? enterByMade(ctx, sent) : enterByShown(ctx, sent as Shown);
};
