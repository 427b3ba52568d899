import { type WayIn, waysIn } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import type { TenantContext } from '../platform/http/context.ts';
import { consoleOf } from '../tenancy/console.ts';

type Place = Pick<TenantContext, 'platform' | 'tenant'>;

/** The ways in that the console of a tenant offers to everybody (spec 25.2.2). */
export const offeredWays = async ({ platform, tenant }: Place): Promise<WayIn[]> =>
  waysIn(await consoleOf(platform, tenant.id));

/**
 * Whether a person may come in this way: one that the console offers, or a passkey where she was invited to have one, which
 * is the way back when the institution's own sign-in is lost.
 */
export async function consoleOffers(place: Place, staffId: number, way: WayIn): Promise<boolean> {
  if ((await offeredWays(place)).includes(way)) return true;
  if (way !== 'passkey') return false;
  const { platform, tenant } = place;
  const invited = await platform.db.tenant(tenant.id).one(sql`
    select id from staff_invite where tenant_id = ${tenant.id} and staff_id = ${staffId} and method = 'passkey'
      and used_at is not null limit 1`);
  return invited !== undefined;
}
