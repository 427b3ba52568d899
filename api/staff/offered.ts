import { WAYS_IN, type WayIn, waysIn } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import type { StaffSession, TenantContext } from '../platform/http/context.ts';
import { consoleOf } from '../tenancy/console.ts';

type Place = Pick<TenantContext, 'platform' | 'tenant'>;

/** The sign-in methods that a tenant's console offers everybody (spec 25.2.2). */
export const offeredWays = async ({ platform, tenant }: Place): Promise<WayIn[]> =>
  waysIn(await consoleOf(platform, tenant.id));

/**
 * The sign-in methods available to one member: those the console offers, plus a passkey if they were invited to have one, which
 * is the way back in when the institution's own sign-in is unavailable.
 */
export async function waysInOf(place: Place, staffId: number): Promise<WayIn[]> {
  const offered = await offeredWays(place);
  if (offered.includes('passkey')) return offered;
  const { platform, tenant } = place;
  const invited = await platform.db.tenant(tenant.id).one(sql`
    select id from staff_invite where tenant_id = ${tenant.id} and staff_id = ${staffId} and method = 'passkey'
      and used_at is not null limit 1`);
  return WAYS_IN.filter((way) => offered.includes(way) || (way === 'passkey' && invited !== undefined));
}

/** Whether a member may sign in with a passkey. */
export const offersPasskey = async (place: Place, staffId: number): Promise<boolean> =>
  (await waysInOf(place, staffId)).includes('passkey');

/**
 * Whether a member may have a passkey here: if it is one of their sign-in methods, or if their session isn't strong through the
 * institution's own sign-in, since weak sessions open little (spec 25.2.4). In the latter case it confirms their identity but
 * signs nobody in. Members who are strong through the institution's own sign-in confirm there.
 */
export const mayHavePasskey = async (place: Place, staff: StaffSession): Promise<boolean> =>
  staff.strength !== 'provider' || (await offersPasskey(place, staff.staffId));
