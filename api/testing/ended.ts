import sql, { type Sql } from 'sql-template-tag';
import type { Harness } from './harness.ts';
import { tenantIdOf, type Whole } from './whole.ts';

/**
 * Brings everything somebody has to where nothing can be decided about it any more, by rows and without the moves: what
 * waited for an answer has one, what was on its way still is, and the application is cancelled.
 */
export async function endEverything(harness: Harness, of: Whole): Promise<void> {
  const tenantId = await tenantIdOf(harness, of.tenant);
  const set = (table: Sql, change: Sql, id: number, key = sql`id`) =>
    harness.house.db
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
    await set(sql`notification`, sql`state = 'sending'`, of.notificationId),
    await set(sql`webhook_delivery`, sql`state = 'sending'`, of.deliveryId),
    await set(sql`exam_score`, sql`state = 'approved'`, of.examScoreId),
    await set(sql`questionnaire`, sql`state = 'approved'`, of.questionnaireId),
    await set(sql`interview`, sql`state = 'approved'`, of.interviewId),
    await set(sql`privacy_request`, sql`state = 'denied'`, of.correctionId),
  ];
  if (ended.includes(undefined)) throw new Error('Something has no end');
}
