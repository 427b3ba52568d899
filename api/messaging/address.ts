import { type ApplicationType, routeOf } from '@orbita/domain/subscription';
import sql, { type Sql } from 'sql-template-tag';
import { type Platform, publicUrlOf } from '../platform/platform.ts';
import { CONSOLE_PATH } from '../tenancy/console.ts';

/** Base path of the web application [seed]. */
const BASE = '/orbita/candidate';

/**
 * The host used in an institution's links: its own, otherwise the group's. In development a host name that resolves on every
 * machine is preferred, so that links can be clicked.
 */
export const bestHost = (platform: Platform, tenantId: Sql, institutionId: Sql): Sql => sql`
  select th.host, th.theme from tenant_host th
  where th.tenant_id = ${tenantId} and th.retired_at is null
    and (th.institution_id is null or th.institution_id = ${institutionId})
  order by (th.institution_id is not null) desc, (th.host = 'localhost' and ${platform.config.development}) desc, th.id
  limit 1`;

/** Name of that host; undefined if the tenant has none. */
export const hostOf = async (
  platform: Platform,
  tenantId: number,
  institutionId: number,
): Promise<string | undefined> => {
  const row = await platform.db
    .tenant(tenantId)
    .one<{ host: string }>(bestHost(platform, sql`${tenantId}::bigint`, sql`${institutionId}::bigint`));
  return row?.host;
};

function originOf(platform: Platform, host: string): string {
  const address = new URL(publicUrlOf(platform));
  address.hostname = host;
  return address.origin;
}

/**
 * Address of a console page; null if the tenant has no host for it. Outside production the candidates' hosts serve the console
 * as well, preferably the one that resolves on every machine.
 */
export async function consolePage(
  platform: Platform,
  tenantId: number,
  path: string,
): Promise<string | null> {
  const row = await platform.db.tenant(tenantId).one<{ host: string }>(sql`
    select host from (
      select h.host, 1 as kind, h.position as at from console_host h where h.tenant_id = ${tenantId}
      union all
      select th.host, case th.host when 'localhost' then 0 else 2 end, th.id from tenant_host th
      where th.tenant_id = ${tenantId} and th.retired_at is null and ${platform.config.development}) as known
    order by kind, at limit 1`);
  return row ? `${originOf(platform, row.host)}${CONSOLE_PATH}${path.slice(1)}` : null;
}

/** Address of a page of the web application on one of the tenant's hosts. */
export const pageAddress = (platform: Platform, host: string, path: string): string =>
  `${originOf(platform, host)}${BASE}${path}`;

/** Short address for a key, used in text messages; `api/identity/access-keys/short-address.ts` serves it. */
export const shortAddress = (platform: Platform, host: string, key: string): string =>
  `${originOf(platform, host)}/k/${key}`;

/** Address of a subscription; with `key` it opens without signing in (spec 5.2). */
export const subscriptionAddress = (
  platform: Platform,
  host: string,
  subscription: { id: number; type: ApplicationType },
  key?: string,
): string =>
  pageAddress(
    platform,
    host,
    `${routeOf(subscription.type, subscription.id)}${key ? `?accesskey=${key}` : ''}`,
  );
