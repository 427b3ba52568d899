import { addDays, dayInZone, endOfDay } from '@orbita/domain/foundation';
import { BULLETIN } from '@orbita/domain/selection';
import { STATUS } from '@orbita/domain/subscription';
import { reviewDueBy } from '@orbita/domain/work';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { type FileChange, settleAnalysis } from '../subscription/analysis-wait.ts';
import { settingsReader } from '../subscription/facts.ts';
import { settingsJson } from '../subscription/state-columns.ts';
import { publishQueues } from '../work/publish.ts';
import type { Item } from '../work/queue.ts';

type Row = {
  entered: Date | null;
  given: string | null;
  zone: string;
  settings: Parameters<typeof settingsReader>[0];
};

/** End of the candidate's days to bring the documents of an enrolment, counted from when they were asked for. */
function candidateUntil({ entered, given, zone, settings }: Row): Date | null {
  if (!entered) return null;
  const day = addDays(dayInZone(entered, zone), settingsReader(settings)('DocumentDeadlineDays'));
  return endOfDay(given !== null && given > day ? given : day, zone);
}

/**
 * Says since when a document waits for a review and by when it should be decided (spec 25.4.1); nothing where it does not
 * wait. What else waits for it learns of it, and of the clean file that `came`. Call it in the transaction that made it wait.
 */
export async function startWaiting(
  tx: Tx,
  platform: Platform,
  documentId: number,
  file?: FileChange,
): Promise<void> {
  await settleAnalysisBy(tx, platform, documentId, file);
  const now = platform.clock.now();
  const row = await tx.one<Row>(sql`
    select te.time_zone as zone, s.documents_until as given,
      case when d.stage = 'enrollment' and s.status = ${STATUS.DocumentationPending} then (
        select max(h.at) from status_history h where h.tenant_id = s.tenant_id and h.subscription_id = s.id
          and h.to_status = ${STATUS.DocumentationPending}) end as entered,
      ${settingsJson(sql`s.institution_id`, sql`s.offer_id`, sql`s.host_id`)} as settings
    from required_document d
    join subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
    join tenant te on te.id = d.tenant_id
    where d.tenant_id = ${tx.tenantId} and d.id = ${documentId} and d.state = 'sent' and d.readable`);
  if (!row) return;
  const due = reviewDueBy(now, settingsReader(row.settings)('ReviewTargetHours'), candidateUntil(row));
  await tx.one(sql`
    update required_document set waiting_since = ${now}::timestamptz, review_due_at = ${due}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${documentId} returning id`);
  await publishDocumentQueue(tx, platform, documentId);
}

/** What of the selection an analysis of disciplines is made by decides whether that waits. */
async function settleAnalysisBy(
  tx: Tx,
  platform: Platform,
  documentId: number,
  file: FileChange | undefined,
): Promise<void> {
  const of = await tx.one<{ id: number }>(sql`
    select subscription_id as id from required_document
    where tenant_id = ${tx.tenantId} and id = ${documentId} and stage = 'selection'`);
  if (of) await settleAnalysis(tx, platform, of.id, file);
}

/** A file of a document went: publishes to the pages that show its queue, and to what else waits for it (spec 25.19). */
export async function fileGone(tx: Tx, platform: Platform, documentId: number): Promise<void> {
  await settleAnalysisBy(tx, platform, documentId, 'gone');
  await publishDocumentQueue(tx, platform, documentId);
}

/** Publishes to the pages that show the queues of documents that something came or left (spec 25.19). */
async function publishDocumentQueue(tx: Tx, platform: Platform, documentId: number): Promise<void> {
  const item = await tx.one<Item & { bulletin: boolean }>(sql`
    select item.*, (select d.code = ${BULLETIN.code} and d.stage = 'selection' from required_document d
      where d.tenant_id = ${tx.tenantId} and d.id = ${documentId}) as bulletin
    from (${platform.items.document(tx.tenantId, documentId)}) item`);
  // A bulletin is read with the look-up that it answers.
  if (item)
    publishQueues(tx, {
      kind: item.bulletin ? 'exam-score' : 'document',
      institutionId: item.institution_id,
    });
}
