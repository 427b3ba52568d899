import { DEFAULT_THEME } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import { type RowOf, shapeOf } from '../platform/database/shape.ts';
import type { FoundHost, Host, Tenant } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import { forgetCatalogue, remember } from './memory.ts';

/** Channel on which every node is notified of a changed catalogue. */
export const CATALOGUE_CHANNEL = 'orbita_catalogue';
/** Message sent on it when a tenant has moved to or from another cell. */
export const MOVED = 'all';

type TenantRow = RowOf<Omit<Tenant, 'flags'>> & { flags: Partial<Tenant['flags']> };
type HostRow = RowOf<Omit<Host, 'name' | 'theme'>> & {
  tenant_id: number;
  host: string;
  theme: Partial<Host['theme']>;
};

const tenants = sql`select id, public_id, alias, name, time_zone, holidays, flags from tenant`;

const presentTenant = (row: TenantRow): Tenant => ({
  ...shapeOf(row),
  flags: { usePassport: false, useMaisAMediaTracking: false, useTrackingV2: false, ...row.flags },
});

const presentHost = ({ tenant_id: _, host: name, ...row }: HostRow): Host => ({
  ...shapeOf(row),
  name,
  theme: { ...DEFAULT_THEME, favicon: '', logoSmall: '', logoLarge: '', ...row.theme },
});

/** Host and tenant of a host name, or undefined; there is no default tenant (T9). */
export function findHost(platform: Platform, hostName: string): Promise<FoundHost | undefined> {
  const name = hostName.toLowerCase().replace(/:\d+$/, '');
  return remember(platform, `host:${name}`, async () => {
    const row = await platform.db.lookup({ setting: 'app.host', value: name }).one<HostRow>(sql`
        select id, tenant_id, host, application, institution_id, captcha_key, captcha_secret, theme
        from tenant_host where host = ${name} and retired_at is null`);
    const tenant =
      row && (await platform.db.global.one<TenantRow>(sql`${tenants} where id = ${row.tenant_id}`));
    return row && tenant ? { tenant: presentTenant(tenant), host: presentHost(row) } : undefined;
  });
}

/** Not cached, because the tenant may be created at any time. */
class UnknownTenant extends Error {}

/** Tenant by alias, for service tokens and webhook addresses of providers that contain it. */
export const tenantByAlias = (platform: Platform, alias: string): Promise<Tenant | undefined> =>
  remember(platform, `tenant:${alias}`, async () => {
    const row = await platform.db.global.one<TenantRow>(sql`${tenants} where alias = ${alias}`);
    if (!row) throw new UnknownTenant();
    return presentTenant(row);
  }).catch((error: unknown) => {
    if (error instanceof UnknownTenant) return undefined;
    throw error;
  });

/** Tenant by its public id, given as unchecked text. */
export async function tenantByPublicId(platform: Platform, publicId: string): Promise<Tenant | undefined> {
  const row = await platform.db.global.one<TenantRow>(
    sql`${tenants} where public_id::text = ${publicId.toLowerCase()}::text`,
  );
  return row && presentTenant(row);
}

/** Tenant by its internal id; used by jobs, which work on one tenant at a time. */
export async function tenantById(platform: Platform, id: number): Promise<Tenant> {
  const row = await platform.db.global.one<TenantRow>(sql`${tenants} where id = ${id}`);
  if (!row) throw new Error(`Unknown tenant ${id}`);
  return presentTenant(row);
}

/** Drops the cached hosts, parameters and pages because the catalogue changed. */
export const forgetHosts = (platform: Platform): void => forgetCatalogue(platform);
