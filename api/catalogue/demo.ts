import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_ZONE, dayInZone, daysBetween } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import type { Platform } from '../platform/platform.ts';
import { tenantByAlias } from '../tenancy/hosts.ts';
import { loadReference } from '../tenancy/reference.ts';
import { createTenant } from '../tenancy/tenants.ts';
import { applyCatalogue, type CatalogueTenant } from './apply.ts';
import { readFolder } from './folder.ts';
import type { CatalogueFiles, FilesRead } from './parse.ts';
import { shiftOf } from './shift.ts';

const FOLDER = join(import.meta.dirname, '../../catalogue');
/** Courses and offers in addition to those used by tests. */
const SHOWCASE = join(FOLDER, 'mostra');
const DEMO = [
  { alias: 'alfa', name: 'Grupo Alfa Exemplo' },
  { alias: 'beta', name: 'Grupo Beta Exemplo' },
];

const today = (platform: Platform) => dayInZone(platform.clock.now(), DEFAULT_ZONE);

/**
 * Days to move a demo catalogue by: to today if it is new or its intakes have ended, otherwise by the same amount as before, so
 * that a restart never moves the deadlines of applications under way.
 */
const demoShift = async (
  platform: Platform,
  tenant: CatalogueTenant,
): Promise<(read: FilesRead) => number> => {
  const running = await platform.db
    .tenant(tenant.id)
    .many<{ institution: string; code: string; end: string }>(sql`
    select i.code as institution, k.code, k.end_date as "end" from intake k
    join institution i on i.tenant_id = k.tenant_id and i.id = k.institution_id
    where k.tenant_id = ${tenant.id} and k.retired_at is null`);
  return ({ anchor, catalogue }) => {
    if (!anchor) return 0;
    const [first] = catalogue.intakes;
    const stored = running.find(
      (intake) => intake.institution === first?.institution && intake.code === first.code,
    );
    if (first && stored && running.every((intake) => intake.end >= today(platform)))
      return daysBetween(first.end, stored.end);
    return shiftOf(anchor, today(platform));
  };
};

const filesOf = (alias: string, showcase: boolean): CatalogueFiles => {
  const { yaml, files } = readFolder(join(FOLDER, alias));
  const more = join(SHOWCASE, alias);
  return { yaml, files: { ...files, ...(showcase && existsSync(more) ? readFolder(more).files : {}) } };
};

/**
 * Loads the reference tables and the two demo tenants; may run at every start. Takes today's date from the platform's clock.
 * With `showcase` the first tenant has thirty courses instead of the few that tests need.
 */
export async function applyDemoCatalogue(platform: Platform, { showcase = false } = {}): Promise<void> {
  await loadReference(platform.db);
  for (const { alias, name } of DEMO) {
    if (!(await tenantByAlias(platform, alias))) await createTenant(platform, { alias, name, hosts: [] });
    const tenant = await tenantByAlias(platform, alias);
    if (!tenant) throw new Error(`Tenant ${alias} could not be made`);
    await applyCatalogue(platform, tenant, filesOf(alias, showcase), {
      shift: await demoShift(platform, tenant),
      withoutSecrets: true,
    });
  }
}
