import sql, { type Sql } from 'sql-template-tag';
import { type FullPerson, tenantIdOf } from './full-person.ts';
import type { Harness } from './harness.ts';

/**
 * Sets all records of a person to states in which no decision is possible any more, by updating rows without moves: requests
 * are decided, pending deliveries stay pending, and the application is cancelled.
 */
export async function endEverything(harness: Harness, of: FullPerson): Promise<void> {
  const tenantId = await tenantIdOf(harness, of.tenant);
  const set = (table: Sql, change: Sql, id: number, key = sql`id`) =>
    harness.platform.db
      .tenant(tenantId)
      .one(sql`update ${table} set ${change} where tenant_id = ${tenantId} and ${key} = ${id} returning 1`);
  const ended = [
    await set(sql`subscription`, sql`status = 13`, of.subscriptionId),
    await set(sql`essay`, sql`state = 'graded'`, of.essayId),
    await set(sql`payment`, sql`state = 'cancelled'`, of.paymentId),
    await set(sql`payment`, sql`state = 'cancelled'`, of.manualPaymentId),
    await set(sql`manual_payment`, sql`decision = 'refused'`, of.manualPaymentId, sql`payment_id`),
    await set(sql`required_document`, sql`state = 'approved'`, of.documentId),
    await set(sql`cancellation`, sql`state = 'confirmed'`, of.cancellationId),
    await set(sql`document_case`, sql`state = 'kept', decided_at = opened_at`, of.caseId),
    await set(sql`notification`, sql`state = 'sending'`, of.notificationId),
    await set(sql`webhook_delivery`, sql`state = 'sending'`, of.deliveryId),
    await set(sql`exam_score`, sql`state = 'approved'`, of.examScoreId),
    await set(sql`questionnaire`, sql`state = 'approved'`, of.questionnaireId),
    await set(sql`interview`, sql`state = 'approved'`, of.interviewId),
    await set(sql`privacy_request`, sql`state = 'denied'`, of.correctionId),
  ];
  if (ended.includes(undefined)) throw new Error('Something has no end');
}
