import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { type Change, changeable, changed } from './change.ts';
import { endSessions } from './end-sessions.ts';
import { notifyPasskeysReset } from './notices.ts';
import type { StaffRow } from './store.ts';

/** Hours in which a member whose passkeys were removed can create a new one at their next sign-in. */
const HOURS = 72;

/**
 * The way back for a member who lost their passkeys, or never had one (spec 25.2.4): existing passkeys stop working, sessions
 * end, and for 72 hours the usual sign-in method lets them create a new one. The member is notified; the person who resets
 * learns nothing they could sign in with.
 */
export async function resetPasskeys(tx: Tx, change: Change): Promise<StaffRow> {
  const staff = await changeable(tx, change);
  const until = new Date(change.now.getTime() + HOURS * 3_600_000);
  await tx.many(sql`
    delete from staff_passkey where tenant_id = ${tx.tenantId} and staff_id = ${staff.id} returning id`);
  await tx.one(sql`
    update staff set enrol_until = ${until}::timestamptz where tenant_id = ${tx.tenantId} and id = ${staff.id} returning id`);
  await endSessions(tx, change.platform, change);
  const after = await changed(tx, change);
  await notifyPasskeysReset(tx, change.platform, after, {
    by: change.service.operator ?? change.service.tokenName,
    until,
  });
  return after;
}
