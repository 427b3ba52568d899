import { type ConsoleSettings, DEFAULT_CONSOLE } from '@orbita/domain/staff';
import { DEFAULT_THEME } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import type { FoundHost, Host } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import type { StaffProvider } from '../platform/ports.ts';
import { findHost, tenantById } from './hosts.ts';
import { remember } from './memory.ts';

/** Base path of the console of the institution's team (spec 25.2.1). */
export const CONSOLE_PATH = '/orbita/equipe/';

const USUAL = { strongAcr: [], strongAmr: [], clientAuthentication: null, pkce: true };

type OwnConsole = ConsoleSettings & { identityProvider: StaffProvider | null };

/** Console settings of a tenant's catalogue; its own sign-in includes the tenant's alias. */
export const consoleOf = (platform: Platform, tenantId: number): Promise<OwnConsole> =>
  remember(platform, `console-settings:${tenantId}`, async () => {
    const row = await platform.db.tenant(tenantId).one<{ settings: Partial<ConsoleSettings> }>(sql`
      select settings from console where tenant_id = ${tenantId}`);
    const settings = { ...DEFAULT_CONSOLE, ...row?.settings };
    const { alias: tenant } = await tenantById(platform, tenantId);
    const { identityProvider: own } = settings;
    // Settings stored before these fields existed do not contain them.
    return { ...settings, identityProvider: own && { ...USUAL, ...own, tenant } };
  });

/** Hosts that serve the console of a tenant; outside production all its hosts, as in `findConsole`. */
export const consoleHosts = (platform: Platform, tenantId: number): Promise<string[]> =>
  remember(platform, `console-hosts:${tenantId}`, async () => {
    const found = await platform.db.tenant(tenantId).many<{ host: string }>(sql`
      select host from console_host where tenant_id = ${tenantId}
      union select host from tenant_host where tenant_id = ${tenantId} and retired_at is null and ${platform.config.development}::boolean
      order by host`);
    return found.map(({ host }) => host);
  });

/** A host that a catalogue names for the console; it uses the brand of the tenant's group host. */
async function namedConsole(platform: Platform, name: string): Promise<FoundHost | undefined> {
  const row = await platform.db.lookup({ setting: 'app.host', value: name }).one<{ tenant_id: number }>(sql`
    select tenant_id from console_host where host = ${name}`);
  if (!row) return undefined;
  const brand = await platform.db.tenant(row.tenant_id).one<{
    id: number;
    institution_id: number | null;
    theme: Partial<Host['theme']>;
  }>(sql`
    select id, institution_id, theme from tenant_host where tenant_id = ${row.tenant_id} and retired_at is null
    order by (institution_id is null) desc, id limit 1`);
  return {
    tenant: await tenantById(platform, row.tenant_id),
    host: {
      id: brand?.id ?? 0,
      name,
      application: 'orbita',
      institutionId: brand?.institution_id ?? null,
      captchaKey: null,
      captchaSecret: null,
      theme: { ...DEFAULT_THEME, favicon: '', logoSmall: '', logoLarge: '', ...brand?.theme },
    },
  };
}

/**
 * The console that a host serves, and its tenant; undefined if there is none. In production a candidates' host is never one,
 * whatever was configured earlier; outside production every host serves both (spec 25.2.1).
 */
export function findConsole(platform: Platform, hostName: string): Promise<FoundHost | undefined> {
  const name = hostName.toLowerCase().replace(/:\d+$/, '');
  return remember(platform, `console:${name}`, async () => {
    const [named, ofCandidates] = [await namedConsole(platform, name), await findHost(platform, name)];
    if (platform.config.development) return named ?? ofCandidates;
    return ofCandidates ? undefined : named;
  });
}
