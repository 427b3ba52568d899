import { addDays, dayInZone, endOfDay } from '@orbita/domain/foundation';
import { STATUS } from '@orbita/domain/subscription';
import { reviewDueBy } from '@orbita/domain/work';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { settingsReader } from '../subscription/facts.ts';
import { settingsJson } from '../subscription/state-columns.ts';
import type { Item } from '../work/queue.ts';
import { tellQueues } from '../work/tell.ts';

type Row = {
  entered: Date | null;
  zone: string;
  settings: Parameters<typeof settingsReader>[0];
};

/** End of the candidate's days to bring the documents of an enrolment, counted from when they were asked for. */
const candidateUntil = ({ entered, zone, settings }: Row): Date | null =>
  entered &&
  endOfDay(addDays(dayInZone(entered, zone), settingsReader(settings)('DocumentDeadlineDays')), zone);

/**
 * Says since when a document waits for a review and by when it should be decided (spec 25.4.1); nothing where it does not
 * wait. Call it in the transaction that made it wait.
 */
export async function startWaiting(tx: Tx, platform: Platform, documentId: number): Promise<void> {
  const now = platform.clock.now();
  const row = await tx.one<Row>(sql`
    select te.time_zone as zone,
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
  await tellDocumentQueue(tx, platform, documentId);
}

/** Tells the pages that show the queues of documents that something came or left (spec 25.19). */
export async function tellDocumentQueue(tx: Tx, platform: Platform, documentId: number): Promise<void> {
  const item = await tx.one<Item>(platform.items.document(tx.tenantId, documentId));
  if (item) tellQueues(tx, { kind: 'document', institutionId: item.institution_id });
}
