import { type ConsoleSettings, type IdentityProvider, STAFF_SESSION } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import { forDueTenants } from '../../platform/due.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  ProviderUnavailable,
  type StaffClaims,
  type StaffProvider,
  StaffRefused,
} from '../../platform/ports.ts';
import { publishStaffChanged } from '../../platform/team-events.ts';
import { consoleOf } from '../../tenancy/console.ts';
import { endSessions } from '../end-sessions.ts';
import { recheckAt } from '../session.ts';
import { noteFailure } from './asked.ts';
import { grantsOf, lockedMember, replaceGrants } from './people.ts';
import { keptOfProvider, openRefreshToken, strengthOf } from './session-part.ts';

const MINUTE_MS = 60_000;
/** How long a session under recheck is left alone; after that another try is due. */
const AGAIN_MS = 5 * MINUTE_MS;
const AT_ONCE = 50;

type Due = { id: number; staff_id: number; subject: string; refresh_token: string };

/** Claims sessions that are due, so that only one node asks about each. */
const claim = (platform: Platform, tenantId: number, now: Date): Promise<Due[]> =>
  platform.db.tenant(tenantId).many<Due>(sql`
    update staff_session k set recheck_at = ${new Date(now.getTime() + AGAIN_MS)}::timestamptz
    where k.tenant_id = ${tenantId} and k.id = any(array(
      select due.id from staff_session due
      where due.tenant_id = ${tenantId} and due.recheck_at <= ${now}::timestamptz and due.revoked_at is null
        and due.ends_at > ${now}::timestamptz
      order by due.recheck_at limit ${AT_ONCE}::int for update skip locked))
    returning k.id, k.staff_id, k.idp_subject as subject, k.refresh_token`);

async function endOne(tx: Tx, platform: Platform, { id, staff_id: staffId }: Due): Promise<void> {
  await tx.many(sql`
    update staff_session set revoked_at = ${platform.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} and revoked_at is null returning id`);
  publishStaffChanged(tx, platform, staffId);
}

/**
 * While the provider doesn't answer, a session lasts as long as one without a refresh token: eight hours from the last answer.
 */
const shorten = (platform: Platform, tenantId: number, { id }: Due): Promise<unknown> =>
  platform.db.tenant(tenantId).one(sql`
    update staff_session set
      ends_at = least(ends_at, checked_at + make_interval(hours => ${STAFF_SESSION.uncheckedHours}::int))
    where tenant_id = ${tenantId} and id = ${id} returning id`);

/** Applies the roles the provider's groups grant now; a member without any is signed out everywhere. */
async function follow(
  tx: Tx,
  platform: Platform,
  due: Due,
  answer: StaffClaims,
  { provider, grants }: { provider: IdentityProvider; grants: ReturnType<typeof grantsOf> },
): Promise<void> {
  const now = platform.clock.now();
  const agreed = provider.strongAcr.length + provider.strongAmr.length > 0;
  // An answer that doesn't say how the person authenticated takes nothing away, unless no value counts as strong any more.
  const silent =
    answer.proof === undefined || (answer.proof.acr === undefined && answer.proof.amr === undefined);
  const strong = agreed && (silent || strengthOf(provider, answer) !== null);
  const staff = await lockedMember(tx, due.staff_id);
  if (!staff) return;
  const after = await replaceGrants(tx, platform, staff, grants);
  if (after.grants.length === 0) return endSessions(tx, platform, { id: due.staff_id, now });
  const { refreshToken } = keptOfProvider(platform, tx.tenantId, answer).provider;
  await tx.one(sql`
    update staff_session set refresh_token = coalesce(${refreshToken}::text, refresh_token),
      checked_at = ${now}::timestamptz, recheck_at = ${await recheckAt(tx, now)}::timestamptz,
      strength = case when strength = 'provider' and ${!strong}::boolean then null else strength end
    where tenant_id = ${tx.tenantId} and id = ${due.id} returning id`);
}

type At = { tenantId: number; settings: ConsoleSettings; provider: IdentityProvider & StaffProvider };

/** Rechecks one session. Returns false if the provider doesn't answer, so that nobody else is asked about in this run. */
async function recheck(platform: Platform, { tenantId, settings, provider }: At, due: Due): Promise<boolean> {
  const end = () => platform.db.write(tenantId, (tx) => endOne(tx, platform, due));
  try {
    const token = openRefreshToken(platform, tenantId, due.refresh_token);
    const answer = await platform.ports.staffProvider.refresh(provider, token, due.subject);
    if (answer.claims.sub !== due.subject) throw new StaffRefused('The provider names somebody else');
    const grants = grantsOf(settings, provider, answer.claims);
    await platform.db.write(tenantId, (tx) => follow(tx, platform, due, answer, { provider, grants }));
    return true;
  } catch (error) {
    if (error instanceof ProviderUnavailable) {
      noteFailure(platform, tenantId, error);
      await shorten(platform, tenantId, due);
      return false;
    }
    // The provider refused, or no longer sends groups: the previous roles aren't used again.
    if (!(error instanceof StaffRefused) && !(error instanceof AppError)) throw error;
    noteFailure(platform, tenantId, error);
    await end();
    return true;
  }
}

async function recheckTenant(platform: Platform, tenantId: number): Promise<number> {
  let done = 0;
  for (;;) {
    const due = await claim(platform, tenantId, platform.clock.now());
    if (due.length === 0) return done;
    const settings = await consoleOf(platform, tenantId);
    const { identityProvider: provider } = settings;
    for (const one of due) {
      if (!provider) await platform.db.write(tenantId, (tx) => endOne(tx, platform, one));
      else if (!(await recheck(platform, { tenantId, settings, provider }, one))) return done;
      done += 1;
    }
  }
}

/** Asks the institution's own sign-in periodically who still belongs to the team, and in which groups (spec 25.2.3). */
export const recheckJob: Job = {
  name: 'staff-recheck',
  everyMs: MINUTE_MS,
  run: (platform) =>
    forDueTenants(platform, 'staff-recheck', (tenantId) => recheckTenant(platform, tenantId)),
};
