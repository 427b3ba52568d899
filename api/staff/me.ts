import { isoInZone } from '@orbita/domain/foundation';
import { needsStrength, partsOfRole, reachOf } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import type { StaffSession, Tenant } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import { brandAddress } from '../tenancy/brand.ts';
import { consoleOf } from '../tenancy/console.ts';
import { waysInOf } from './offered.ts';
import { presentGrants } from './present.ts';
import { staffSettings } from './settings.ts';

type Institution = { code: string; acronym: string; name: string; logo: string | null };

/** The signed-in member, what they may do where, and the institutions they may choose from (spec 25.2.6). */
export async function presentMe(platform: Platform, tenant: Tenant, session: StaffSession) {
  const parts = [...new Set(session.grants.flatMap(({ role }) => partsOfRole(role)))].sort();
  const reaches = parts.map((part) => [part, reachOf(session.grants, [part])] as const);
  const everywhere = reaches.some(([, reach]) => reach === null);
  const named = new Set(reaches.flatMap(([, reach]) => reach ?? []));
  const known = await platform.db.tenant(tenant.id).many<Institution>(sql`
    select i.code, i.acronym, i.name, (
      select h.theme->>'logoSmall' from tenant_host h where h.tenant_id = i.tenant_id and h.institution_id = i.id
        and h.retired_at is null order by h.id limit 1) as logo
    from institution i where i.tenant_id = ${tenant.id} and i.retired_at is null order by i.name`);
  const kept = await platform.db.tenant(tenant.id).one<{ preferences: object }>(sql`
    select preferences from staff where tenant_id = ${tenant.id} and id = ${session.staffId}`);
  const { otherConsoles } = await consoleOf(platform, tenant.id);
  const shown = (at: Date) => isoInZone(at, tenant.timeZone);
  const recent = session.reauthAt > platform.clock.now();
  return {
    staffId: session.staffId,
    name: session.name,
    email: session.email,
    grants: presentGrants(session.grants),
    parts: Object.fromEntries(reaches.map(([part, reach]) => [part, reach ?? ('all' as const)])),
    institutions: known
      .filter(({ code }) => everywhere || named.has(code))
      .map((one) => ({ ...one, logo: one.logo ? brandAddress(tenant, one.logo, 'logoSmall') : null })),
    timeZone: tenant.timeZone,
    waysIn: await waysInOf({ platform, tenant }, session.staffId),
    session: {
      method: session.method,
      startedAt: shown(session.startedAt),
      endsAt: shown(session.endsAt),
      idleMinutes: (await staffSettings(platform, tenant.id)).idleMinutes,
      reauthUntil: recent ? shown(session.reauthAt) : null,
      strength: session.strength,
      passkey: session.hasPasskey
        ? ('has' as const)
        : session.mayEnrol
          ? ('may-make' as const)
          : ('none' as const),
    },
    needsStrength: parts.some((part) => needsStrength(session.grants, [part])),
    preferences: kept?.preferences ?? {},
    otherConsoles,
  };
}
