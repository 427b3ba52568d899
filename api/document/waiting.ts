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
import type { DocumentRow } from './store.ts';

/** A document that is awaiting review, or no longer is. */
type Waiting = Pick<DocumentRow, 'id' | 'subscription_id' | 'stage' | 'code'>;
type Row = {
  institution_id: number;
  entered: Date | null;
  given: string | null;
  zone: string;
  settings: Parameters<typeof settingsReader>[0];
};

/** End of the days a candidate has to provide the documents of an enrolment, counted from when they were requested. */
function candidateUntil({ entered, given, zone, settings }: Row): Date | null {
  if (!entered) return null;
  const day = addDays(dayInZone(entered, zone), settingsReader(settings)('DocumentDeadlineDays'));
  return endOfDay(given !== null && given > day ? given : day, zone);
}

/**
 * Records since when a document has been awaiting review and by when it should be decided (spec 25.4.1); does nothing if it
 * isn't. Also updates the analysis that depends on it, including about the clean file that `came`. Call it in the transaction
 * that made it await review.
 */
export async function startWaiting(
  tx: Tx,
  platform: Platform,
  document: Waiting,
  file?: FileChange,
): Promise<void> {
  await settleAnalysisBy(tx, platform, document, file);
  const now = platform.clock.now();
  const row = await tx.one<Row>(sql`
    select s.institution_id, te.time_zone as zone, s.documents_until as given,
      case when d.stage = 'enrollment' and s.status = ${STATUS.DocumentationPending} then (
        select max(h.at) from status_history h where h.tenant_id = s.tenant_id and h.subscription_id = s.id
          and h.to_status = ${STATUS.DocumentationPending}) end as entered,
      ${settingsJson(sql`s.institution_id`, sql`s.offer_id`, sql`s.host_id`)} as settings
    from required_document d
    join subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
    join tenant te on te.id = d.tenant_id
    where d.tenant_id = ${tx.tenantId} and d.id = ${document.id} and d.state = 'sent' and d.readable`);
  if (!row) return;
  const due = reviewDueBy(now, settingsReader(row.settings)('ReviewTargetHours'), candidateUntil(row));
  tx.alongside(sql`
    update required_document set waiting_since = ${now}::timestamptz, review_due_at = ${due}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${document.id}`);
  publishDocumentQueue(tx, document, row.institution_id);
}

/** Selection documents that a discipline analysis is based on determine whether that analysis is waiting. */
async function settleAnalysisBy(
  tx: Tx,
  platform: Platform,
  { stage, subscription_id: of }: Waiting,
  file: FileChange | undefined,
): Promise<void> {
  if (stage === 'selection') await settleAnalysis(tx, platform, of, file);
}

/**
 * Handles the removal of a document's file: notifies the pages that show its queue and updates what depends on it (spec 25.19).
 */
export async function fileGone(tx: Tx, platform: Platform, document: Waiting): Promise<void> {
  await settleAnalysisBy(tx, platform, document, 'gone');
  const item = await tx.one<Item>(platform.items.document(tx.tenantId, document.id));
  if (item) publishDocumentQueue(tx, document, item.institution_id);
}

/** Notifies the pages showing document queues that something was added or removed (spec 25.19). */
function publishDocumentQueue(tx: Tx, { code, stage }: Waiting, institutionId: number): void {
  // A bulletin is reviewed along with the lookup it answers.
  const kind = code === BULLETIN.code && stage === 'selection' ? 'exam-score' : 'document';
  publishQueues(tx, { kind, institutionId });
}
