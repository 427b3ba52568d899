import sql from 'sql-template-tag';
import { forDueTenants } from '../platform/due.ts';
import { erasureListOf, writeErasures } from '../platform/erasure-list.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { repeatErasures } from './repeat.ts';

const BATCH = 500;

/** The list of erasures of this installation. */
export const listOf = ({ config, files }: Pick<Platform, 'config' | 'files'>) => erasureListOf(config, files);

type Unlisted = { person_id: number; uuid: string; at: Date };

/** Adds erasures to the list outside the database; returns how many. Throws when the list cannot be written. */
export const listErasures = (platform: Platform): Promise<number> =>
  forDueTenants(platform, 'erasure-list', async (tenantId) => {
    const on = platform.db.tenant(tenantId);
    const fresh = await on.many<Unlisted>(sql`
      select person_id, person_uuid as uuid, erased_at as at from erasure
      where tenant_id = ${tenantId} and listed_at is null order by erased_at limit ${BATCH}::int`);
    if (fresh.length === 0) return 0;
    await writeErasures(
      listOf(platform),
      fresh.map(({ uuid, at }) => ({ tenantId, uuid, at })),
    );
    await on.many(sql`
      update erasure set listed_at = ${platform.clock.now()}::timestamptz
      where tenant_id = ${tenantId} and person_id = any(${fresh.map((one) => one.person_id)}::bigint[]) returning 1`);
    return fresh.length;
  });

/** Lists erasures whose process ended before it could. */
const listing: Job = { name: 'erasure-list', everyMs: 60_000, run: listErasures };

/** Repeats erasures that are missing in a database that was restored while the product was running. */
const repeating: Job = {
  name: 'erasure-repeat',
  everyMs: 3600_000,
  run: (platform) => repeatErasures(platform.db, listOf(platform), platform.log),
};

export const erasureJobs: readonly Job[] = [listing, repeating];
