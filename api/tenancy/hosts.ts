import { DEFAULT_THEME } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import type { FoundHost, Host, Tenant } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import { forgetCatalogue, remember } from './memory.ts';

/** Channel on which every node is notified of a changed catalogue. */
export const CATALOGUE_CHANNEL = 'orbita_catalogue';
/** Message sent on it when a tenant has moved to or from another cell. */
export const MOVED = 'all';

type TenantRow = {
  id: number;
  public_id: string;
  alias: string;
  name: string;
  time_zone: string;
  holidays: string[];
  flags: Partial<Tenant['flags']>;
};
type HostRow = {
  id: number;
  tenant_id: number;
  host: string;
  application: string;
  institution_id: number | null;
  captcha_key: string | null;
  captcha_secret: string | null;
  theme: Partial<Host['theme']>;
};

const presentTenant = (row: TenantRow): Tenant => ({
  id: row.id,
  publicId: row.public_id,
  alias: row.alias,
  name: row.name,
  timeZone: row.time_zone,
  holidays: row.holidays,
  flags: { usePassport: false, useMaisAMediaTracking: false, useTrackingV2: false, ...row.flags },
});

const presentHost = (row: HostRow): Host => ({
  id: row.id,
  name: row.host,
  application: row.application,
  institutionId: row.institution_id,
  captchaKey: row.captcha_key,
  captchaSecret: row.captcha_secret,
  theme: { ...DEFAULT_THEME, favicon: '', logoSmall: '', logoLarge: '', ...row.theme },
});

/** Host and tenant of a host name, or undefined; there is no default tenant (T9). */
export function findHost(platform: Platform, hostName: string): Promise<FoundHost | undefined> {
  const name = hostName.toLowerCase().replace(/:\d+$/, '');
  return remember(platform, `host:${name}`, async () => {
    const row = await platform.db
      .lookup({ setting: 'app.host', value: name })
      .one<HostRow>(sql`select * from tenant_host where host = ${name} and retired_at is null`);
    const tenant =
      row && (await platform.db.global.one<TenantRow>(sql`select * from tenant where id = ${row.tenant_id}`));
    return row && tenant ? { tenant: presentTenant(tenant), host: presentHost(row) } : undefined;
  });
}

/** Not cached, because the tenant may be created at any time. */
class UnknownTenant extends Error {}

/** Tenant by alias, for service tokens and webhook addresses of providers that contain it. */
export const tenantByAlias = (platform: Platform, alias: string): Promise<Tenant | undefined> =>
  remember(platform, `tenant:${alias}`, async () => {
    const row = await platform.db.global.one<TenantRow>(sql`select * from tenant where alias = ${alias}`);
    if (!row) throw new UnknownTenant();
    return presentTenant(row);
  }).catch((error: unknown) => {
    if (error instanceof UnknownTenant) return undefined;
    throw error;
  });

/** Tenant by its public id, given as unchecked text. */
export async function tenantByPublicId(platform: Platform, publicId: string): Promise<Tenant | undefined> {
  const row = await platform.db.global.one<TenantRow>(
    sql`select * from tenant where public_id::text = ${publicId.toLowerCase()}::text`,
  );
  return row && presentTenant(row);
}

/** Tenant by its internal id; used by jobs, which work on one tenant at a time. */
export async function tenantById(platform: Platform, id: number): Promise<Tenant> {
  const row = await platform.db.global.one<TenantRow>(sql`select * from tenant where id = ${id}`);
  if (!row) throw new Error(`Unknown tenant ${id}`);
  return presentTenant(row);
}

/** Drops the cached hosts, parameters and pages because the catalogue changed. */
export const forgetHosts = (platform: Platform): void => forgetCatalogue(platform);
