import sql from 'sql-template-tag';
import type { Job } from '../../platform/jobs.ts';
import { refreshAcademic } from './refresh.ts';

const EVERY_MS = 5 * 60_000;

/** Reads the academic catalogues of all tenants that have one, every five minutes (spec 2.5, 17.6). */
export const academicCatalogueJob: Job = {
  name: 'academic-catalogue',
  everyMs: EVERY_MS,
  async run(platform) {
    let changed = 0;
    const tenants = await platform.db.global.many<{ id: number; alias: string }>(
      sql`select id, alias from tenant order by id`,
    );
    for (const tenant of tenants) {
      if (!platform.ports.academicCatalogue.isConfigured(tenant.alias)) continue;
      const since = new Date(platform.clock.now().getTime() - EVERY_MS);
      changed += await refreshAcademic(platform, tenant, since).catch((error: Error) => {
        // A failure for one tenant must not keep the others waiting.
        platform.log.error({ tenant: tenant.alias, err: error }, 'academic catalogue not read');
        return 0;
      });
    }
    return changed;
  },
};
