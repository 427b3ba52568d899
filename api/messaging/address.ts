import { type ApplicationType, routeOf } from '@orbita/domain/subscription';
import sql, { type Sql } from 'sql-template-tag';
import { type House, publicUrlOf } from '../platform/house.ts';

/** Base path of the web application [seed]. */
const BASE = '/orbita/candidate';

/**
 * The host that speaks for an institution: its own, else the group's. In development the host that every machine
 * knows is the one whose links can be clicked.
 */
export const bestHost = (house: House, tenantId: Sql, institutionId: Sql): Sql => sql`
  select th.host, th.theme from tenant_host th
  where th.tenant_id = ${tenantId} and th.retired_at is null
    and (th.institution_id is null or th.institution_id = ${institutionId})
  order by (th.institution_id is not null) desc, (th.host = 'localhost' and ${house.config.development}) desc, th.id
  limit 1`;

/** Name of that host; undefined when the tenant has none. */
export const hostOf = async (
  house: House,
  tenantId: number,
  institutionId: number,
): Promise<string | undefined> => {
  const row = await house.db
    .tenant(tenantId)
    .one<{ host: string }>(bestHost(house, sql`${tenantId}::bigint`, sql`${institutionId}::bigint`));
  return row?.host;
};

function originOf(house: House, host: string): string {
  const address = new URL(publicUrlOf(house));
  address.hostname = host;
  return address.origin;
}

/** Address of a page of the web application on a host of the tenant. */
export const pageAddress = (house: House, host: string, path: string): string =>
  `${originOf(house, host)}${BASE}${path}`;

/** Short address of what a key opens, for text messages; `api/identity/access-keys/short-address.ts` answers there. */
export const shortAddress = (house: House, host: string, key: string): string =>
  `${originOf(house, host)}/k/${key}`;

/** Address of a subscription; with `key` it opens without a sign-in (spec 5.2). */
export const subscriptionAddress = (
  house: House,
  host: string,
  subscription: { id: number; type: ApplicationType },
  key?: string,
): string =>
  pageAddress(house, host, `${routeOf(subscription.type, subscription.id)}${key ? `?accesskey=${key}` : ''}`);
