import { STUCK } from '@orbita/domain/document';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { publishQueues } from '../work/publish.ts';
import type { Queue } from '../work/queue.ts';
import { changeSubscription } from './change.ts';
import { lockSubscription } from './move.ts';
import { enrolled, ofApplication } from './queue.ts';

/** Hours within which somebody should look at papers that are stuck. */
const LOOK_HOURS = 24;

/** Applications with a contract without a PDF, or files that could not be scanned, after several attempts (spec 25.4.1). */
export const withStuckPapers: Queue = {
  ...ofApplication,
  // An application waits in only one queue at a time; the team's decisions come first.
  where: sql`w.papers_stuck_at is not null and w.accommodation_asked_at is null and w.analysis_due_at is null
    and w.counter_payment_at is null
    and (w.status <> ${enrolled} or w.student_lyceum_id is not null)`,
  key: sql`w.papers_stuck_at`,
  dueAfterHours: LOOK_HOURS,
  dueAt: sql`w.papers_stuck_at + interval '24 hours'`,
  waitingSince: sql`w.papers_stuck_at`,
  aheadHours: () => LOOK_HOURS / 2,
};

/** Number of stuck papers of an application: contracts and files. */
async function stuckOf(tx: Tx, subscriptionId: number): Promise<{ contracts: number; files: number }> {
  const row = await tx.one<{ contracts: number; files: number }>(sql`
    select (select count(*)::int from contract_acceptance where tenant_id = ${tx.tenantId}
        and subscription_id = ${subscriptionId} and copy_due_at is not null and copy_attempts >= ${STUCK.copies}) as contracts,
      (select count(*)::int from document_file f
        join required_document d on d.tenant_id = f.tenant_id and d.id = f.required_document_id
        where f.tenant_id = ${tx.tenantId} and d.subscription_id = ${subscriptionId} and f.scan = 'pending'
          and f.removed_at is null and f.scan_failures >= ${STUCK.scans}) as files`);
  return row ?? { contracts: 0, files: 0 };
}

/** Adds an application to the queue of stuck papers or removes it, depending on what is stuck now. */
export const settleStuckPapers = (
  platform: Platform,
  tenantId: number,
  subscriptionId: number,
): Promise<void> =>
  platform.db.write(tenantId, async (tx) => {
    const row = await lockSubscription(tx, subscriptionId);
    await settleLocked(tx, platform, row);
  });

async function settleLocked(
  tx: Tx,
  platform: Platform,
  { id, institution_id: institutionId }: { id: number; institution_id: number },
): Promise<void> {
  const { contracts, files } = await stuckOf(tx, id);
  const now = platform.clock.now();
  const stuck = contracts + files > 0;
  const changed = await changeSubscription(
    tx,
    id,
    now,
    sql`papers_stuck_at = ${stuck ? now : null}::timestamptz`,
    sql`(s.papers_stuck_at is not null) <> ${stuck}::boolean`,
  );
  if (changed !== undefined) publishQueues(tx, { kind: 'application', institutionId });
}

/** Schedules an immediate retry of the stuck papers of a locked application; returns how many there were. */
export async function retryStuckPapers(
  tx: Tx,
  platform: Platform,
  row: { id: number; institution_id: number },
): Promise<{ contracts: number; files: number }> {
  const stuck = await stuckOf(tx, row.id);
  const wall = new Date(platform.clock.wall());
  await tx.many(sql`
    update contract_acceptance set copy_due_at = ${wall}::timestamptz, copy_attempts = 0
    where tenant_id = ${tx.tenantId} and subscription_id = ${row.id} and copy_due_at is not null
      and copy_attempts >= ${STUCK.copies} returning id`);
  await tx.many(sql`
    update document_file f set next_scan_at = ${platform.clock.now()}::timestamptz, scan_failures = 0
    from required_document d where d.tenant_id = f.tenant_id and d.id = f.required_document_id
      and f.tenant_id = ${tx.tenantId} and d.subscription_id = ${row.id} and f.scan = 'pending'
      and f.removed_at is null and f.scan_failures >= ${STUCK.scans} returning f.id`);
  await settleLocked(tx, platform, row);
  return stuck;
}
