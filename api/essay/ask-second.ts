import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { publishChanged } from '../work/decision.ts';
import { type GradeCommand, lockForMark, refuseUngradable } from './grade.ts';

/**
 * The lead requests a second mark of an essay, whatever the first one will be (spec 25.7). Repeating it changes nothing; 409 once
 * the first mark was given, because by then it is decided whether a second one is needed. Queues and open grading pages are
 * notified, because the essay has a new version.
 */
export async function askSecondGrade(
  tx: Tx,
  platform: Platform,
  essay: Pick<GradeCommand, 'essayId' | 'institutions'>,
  { by, reason }: { by: string; reason: string | null },
): Promise<{ id: number; version: number }> {
  const { row, status } = await lockForMark(tx, essay);
  await refuseUngradable(tx, row, status);
  if (row.round > 1) fail('STATE_CONFLICT', { extra: { state: row.state, status, round: row.round } });
  if (row.second_asked_at) return { id: row.id, version: row.version };
  const asked = await tx.one<{ version: number }>(sql`
    update essay set second_asked_at = ${platform.clock.now()}::timestamptz, second_asked_by = ${by}::text,
      second_asked_reason = ${reason}::text
    where tenant_id = ${tx.tenantId} and id = ${row.id} returning version`);
  const item = { kind: 'essay', id: row.id, institutionId: row.institution_id } as const;
  await publishChanged(tx, platform, item, row.time_zone);
  return { id: row.id, version: asked?.version ?? row.version };
}
