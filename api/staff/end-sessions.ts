import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { publishStaffChanged } from '../platform/team-events.ts';
import { releaseClaimsOf } from '../work/claims.ts';

/**
 * Ends a member's active sessions. No node caches sessions between two calls, so the next call is refused, and open pages are
 * notified. Claimed work is released at once (spec 25.23).
 */
export async function endSessions(
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  { id, now }: { id: number; now: Date },
): Promise<void> {
  await tx.many(sql`
    update staff_session set revoked_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and staff_id = ${id} and revoked_at is null returning id`);
  await releaseClaimsOf(tx, platform, { staffId: id });
  publishStaffChanged(tx, platform, id);
}
