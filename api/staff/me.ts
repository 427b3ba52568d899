import { isoInZone } from '@orbita/domain/foundation';
import { partsOfRole, reachOf } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import type { Tenant } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import { consoleOf } from '../tenancy/console.ts';
import { presentGrants } from './present.ts';
import type { StaffSession } from './session.ts';
import { staffSettings } from './settings.ts';

type Institution = { code: string; acronym: string; name: string };

/** Who is signed in, what she may do where, and the institutions she may choose from (spec 25.2.6). */
export async function presentMe(platform: Platform, tenant: Tenant, session: StaffSession) {
  const parts = [...new Set(session.grants.flatMap(({ role }) => partsOfRole(role)))].sort();
  const reaches = parts.map((part) => [part, reachOf(session.grants, [part])] as const);
  const everywhere = reaches.some(([, reach]) => reach === null);
  const named = new Set(reaches.flatMap(([, reach]) => reach ?? []));
  const known = await platform.db.tenant(tenant.id).many<Institution>(sql`
    select code, acronym, name from institution where tenant_id = ${tenant.id} and retired_at is null order by name`);
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
    institutions: known.filter(({ code }) => everywhere || named.has(code)),
    timeZone: tenant.timeZone,
    session: {
      method: session.method,
      startedAt: shown(session.startedAt),
      endsAt: shown(session.endsAt),
      idleMinutes: (await staffSettings(platform, tenant.id)).idleMinutes,
      reauthUntil: recent ? shown(session.reauthAt) : null,
    },
    preferences: kept?.preferences ?? {},
    otherConsoles,
  };
}
