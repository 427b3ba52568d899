import type { ParsedBody } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { withdrawUnheld } from '../approval/end.ts';
import { operatorOf } from '../caller/operator.ts';
import { endTokensOf } from '../caller/team/token-family.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Reply, Service, ServiceContext } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { publishStaffChanged } from '../platform/team-events.ts';
import { releaseClaimsOf } from '../work/claims.ts';
import { endSessions } from './end-sessions.ts';
import { checkInstitutions, checkNotLast, checkReach, writeGrants } from './grants.ts';
import { notifyDisabled, notifyRoles } from './notices.ts';
import { keepRaise, secondForGrants, secondForState } from './second.ts';
import { lockTeam, type StaffRow, staffById } from './store.ts';

/** A change to a member's access: who is changed, and by whom. */
export type Change = { platform: Platform; service: Service; id: number; now: Date };

/**
 * Returns the member, with the team locked.
 * @throws `NOT_FOUND` for a member the caller can't see; `ROLE_NOT_YOURS` for one it can see but may not change; `OWN_GRANT`
 * for oneself.
 */
export async function changeable(tx: Tx, { service, id }: Change): Promise<StaffRow> {
  if (service.staff?.id === id) fail('OWN_GRANT');
  await lockTeam(tx);
  const staff = (await staffById(tx, tx.tenantId, id, service.institutions)) ?? fail('NOT_FOUND');
  checkReach(service, staff.grants);
  return staff;
}

/** Increments the version, and returns the member as they are after the change. */
export async function changed(tx: Tx, { platform, id, now }: Change): Promise<StaffRow> {
  publishStaffChanged(tx, platform, id);
  await tx.one(sql`
    update staff set version = version + 1, changed_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
  return (await staffById(tx, tx.tenantId, id, null)) ?? fail('NOT_FOUND');
}

type NewGrants = ParsedBody<'PUT /operations/staff/{staffId}/grants'>;

/** Returns the member, with the team locked, if their roles may be changed this way; refuses everything else. */
async function checkGrants(tx: Tx, change: Change, { grants, version }: NewGrants): Promise<StaffRow> {
  const staff = await changeable(tx, change);
  checkReach(change.service, grants);
  await checkInstitutions(tx, grants);
  if (version !== undefined && version !== staff.version)
    fail('VERSION_CONFLICT', { extra: { version: staff.version } });
  const stay = staff.grants.filter(({ source }) => source === 'idp');
  await checkNotLast(tx, staff, { active: true, grants: [...grants, ...stay] });
  return staff;
}

/** Sets which roles a member holds by manual grant; those from the institution's own sign-in stay. */
export async function changeGrants(tx: Tx, change: Change, given: NewGrants): Promise<StaffRow> {
  const staff = await checkGrants(tx, change, given);
  const { grants } = given;
  await writeGrants(tx, staff, grants, { by: operatorOf(change.service), now: change.now });
  await keepRaise(tx, change.service, staff, { grants }, change.now);
  // Claims are released: the member can take up again whatever their roles still allow, and the rest is free for others.
  await releaseClaimsOf(tx, change.platform, { staffId: staff.id });
  await withdrawUnheld(tx, change.platform, staff.id);
  await endTokensOf(tx, staff.id, change.now);
  const after = await changed(tx, change);
  await notifyRoles(tx, change.platform, staff, after);
  return after;
}

/** Keeps new roles for a second person if they need one; undefined if they may be granted at once. */
export async function secondForChange(
  tx: Tx,
  asking: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  change: Change,
  given: NewGrants,
): Promise<Reply | undefined> {
  if (!asking.service.staff) return undefined;
  const staff = await checkGrants(tx, change, given);
  return secondForGrants(tx, asking, {
    to: staff,
    given: given.grants,
    reason: given.reason,
    // The request applies to the member's current roles: once those change, it no longer fits.
    command: { staffId: staff.id, change: { ...given, version: staff.version } },
  });
}

type NewState = ParsedBody<'POST /operations/staff/{staffId}/state'>;

/** Keeps ending or restoring a member's access for a second person if it needs one; undefined otherwise. */
export async function secondForAccess(
  tx: Tx,
  asking: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  change: Change,
  given: NewState,
): Promise<Reply | undefined> {
  if (!asking.service.staff) return undefined;
  const staff = await changeable(tx, change);
  if (given.state === 'disabled') await checkNotLast(tx, staff, { active: false, grants: [] });
  const command = { staffId: staff.id, version: staff.version, state: given };
  return secondForState(tx, asking, { to: staff, ...given, command });
}

/** Changes a member's access as a second person approved, unless the member has changed since the request. */
export async function changeApprovedState(
  tx: Tx,
  change: Change,
  { state, version }: { state: NewState; version: number },
): Promise<void> {
  const staff = await changeable(tx, change);
  if (staff.version !== version) fail('VERSION_CONFLICT', { extra: { version: staff.version } });
  await changeState(tx, change, state);
}

/** Disables a member, which ends their sessions and open invites at once, or restores their access. The name is kept. */
export async function changeState(tx: Tx, change: Change, { state, reason }: NewState): Promise<StaffRow> {
  const staff = await changeable(tx, change);
  if (state === 'disabled') {
    await checkNotLast(tx, staff, { active: false, grants: [] });
    await endSessions(tx, change.platform, change);
    await tx.many(sql`
      update staff_invite set revoked_at = ${change.now}::timestamptz
      where tenant_id = ${tx.tenantId} and staff_id = ${staff.id} and used_at is null and revoked_at is null
      returning id`);
  }
  await tx.one(sql`
    update staff set state = ${state}::text, state_reason = ${reason}::text,
      disabled_at = ${state === 'disabled' ? change.now : null}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${staff.id} returning id`);
  if (state === 'active' && staff.state !== 'active')
    await keepRaise(tx, change.service, { ...staff, grants: [] }, staff, change.now);
  await withdrawUnheld(tx, change.platform, staff.id);
  await endTokensOf(tx, staff.id, change.now);
  if (state === 'disabled')
    await tx.many(sql`
      delete from work_opened where tenant_id = ${tx.tenantId} and staff_id = ${staff.id} returning 1`);
  const after = await changed(tx, change);
  // Someone who was only invited has nothing to lose.
  if (staff.state === 'active' && state === 'disabled') await notifyDisabled(tx, change.platform, after);
  return after;
}

/** Ends all of a member's sessions, at once and on every node. */
export async function endSessionsOf(tx: Tx, change: Change): Promise<void> {
  await changeable(tx, change);
  await endSessions(tx, change.platform, change);
}
