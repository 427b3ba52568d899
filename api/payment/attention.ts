import { ATTENTIONS, type Attention, type Purpose } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { changeSubscription } from '../subscription/change.ts';

/** Recomputes the attention marks of a subscription from those of its payments; other kinds of marks are kept. */
async function gatherAttention(tx: Tx, subscriptionId: number, now: Date): Promise<void> {
  const marks = sql`(s.attention - ${[...ATTENTIONS]}::text[]) || (
    select coalesce(jsonb_agg(mark order by y.id), '[]')
    from payment y cross join jsonb_array_elements(y.attention) as mark
    where y.tenant_id = s.tenant_id and y.subscription_id = s.id)`;
  const only = sql`s.attention is distinct from ${marks}`;
  await changeSubscription(tx, subscriptionId, now, sql`attention = ${marks}`, only);
}

/** Removes a mark from all payments for a purpose because its cause is resolved. */
export async function clearAttention(
  tx: Tx,
  subscriptionId: number,
  mark: Attention,
  purpose: Purpose,
  now: Date,
): Promise<void> {
  await tx.many(sql`
    update payment set attention = attention - ${mark}::text, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId} and purpose = ${purpose}::text
      and attention @> to_jsonb(${mark}::text) returning id`);
  await gatherAttention(tx, subscriptionId, now);
}

/** Replaces the marks of one payment. The caller must hold the lock on the subscription. */
export async function setAttention(
  tx: Tx,
  payment: { id: number; subscription_id: number },
  attention: readonly Attention[],
  now: Date,
): Promise<void> {
  await tx.one(sql`
    update payment set attention = ${JSON.stringify(attention)}::jsonb, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${payment.id} returning id`);
  await gatherAttention(tx, payment.subscription_id, now);
}
