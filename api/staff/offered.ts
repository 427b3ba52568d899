import { WAYS_IN, type WayIn, waysIn } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import type { StaffSession, TenantContext } from '../platform/http/context.ts';
import { consoleOf } from '../tenancy/console.ts';

type Place = Pick<TenantContext, 'platform' | 'tenant'>;

/** The ways in that the console of a tenant offers to everybody (spec 25.2.2). */
export const offeredWays = async ({ platform, tenant }: Place): Promise<WayIn[]> =>
  waysIn(await consoleOf(platform, tenant.id));

/**
 * The ways by which one person may come in: those that the console offers, and a passkey where she was invited to have one,
 * which is the way back when the institution's own sign-in is lost.
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

/** Whether a person may come in this way. */
export const consoleOffers = async (place: Place, staffId: number, way: WayIn): Promise<boolean> =>
  (await waysInOf(place, staffId)).includes(way);

/**
 * Whether somebody may have a passkey here: where it is a way in for her, and wherever her session is not strong by the
 * institution's own sign-in, since weak ones open little (spec 25.2.4); it then confirms who she is and signs nobody in. Who is
 * strong by the institution's own sign-in confirms there.
 */
export const mayHavePasskey = async (place: Place, staff: StaffSession): Promise<boolean> =>
  staff.strength !== 'provider' || (await consoleOffers(place, staff.staffId, 'passkey'));
