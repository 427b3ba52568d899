import sql from 'sql-template-tag';
import { overdueBackups } from '../platform/backups.ts';
import { forDueTenants } from '../platform/due.ts';
import { erasureListOf, readErasures } from '../platform/erasure-list.ts';
import type { Platform } from '../platform/platform.ts';
import type { Part } from './judge.ts';

/**
 * Seconds for which an erasure may be missing in the list outside the database; until it is listed, a restore would not repeat
 * it.
 */
const LATE_SECONDS = 300;

/** The list of erasures (R17): number of entries, how many are missing and for how long, and how many lines are not ours. */
export async function erasurePart(platform: Platform): Promise<Part> {
  const { erasures, refused } = await readErasures(erasureListOf(platform.config, platform.files));
  const now = platform.clock.now().getTime();
  let missing = 0;
  let oldest: number | null = null;
  await forDueTenants(platform, 'erasure-list', async (tenantId) => {
    const row = await platform.db.tenant(tenantId).one<{ count: number; since: Date | null }>(sql`
      select count(*)::int as count, min(erased_at) as since from erasure
      where tenant_id = ${tenantId} and listed_at is null`);
    missing += row?.count ?? 0;
    if (row?.since) oldest = Math.max(oldest ?? 0, Math.round((now - row.since.getTime()) / 1000));
    return row?.count ?? 0;
  });
  return {
    status: refused > 0 || (oldest !== null && oldest > LATE_SECONDS) ? 'degraded' : 'ok',
    listed: erasures.length,
    missing,
    oldestSeconds: oldest,
    refused,
  };
}

/** Backups that should have been deleted (R17); null if their folder is not accessible from here. */
export async function backupPart({ config, clock }: Platform): Promise<Part> {
  const { dir, days } = config.backups;
  if (!dir) return { status: 'ok', days, overdue: null };
  const over = await overdueBackups({ dir, days }, new Date(clock.wall()));
  return { status: over.length > 0 ? 'degraded' : 'ok', days, overdue: over.length };
}
