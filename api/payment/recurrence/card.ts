import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PaymentRow } from '../store.ts';
import { moveRecurrence } from './apply.ts';
import { endRecurrence } from './end.ts';
import { lockRecurrence } from './store.ts';

/**
 * Activates a card authorisation once its first charge counts (D-70): the acquirer's stored card and its network id are in
 * `payment_card` of that charge. If the acquirer stored no card, later months cannot be charged, so the authorisation is
 * rejected; if the money did not count towards the enrolment, it ends. The caller must hold the lock on the subscription.
 */
export async function settleCardRecurrence(
  tx: Tx,
  platform: Platform,
  { id, method, recurrence }: PaymentRow,
  counts: boolean,
): Promise<void> {
  if (method !== 'credit-card' || recurrence?.state !== 'created') return;
  if (!counts) {
    await endRecurrence(tx, platform, recurrence.id);
    return;
  }
  const row = await lockRecurrence(tx, recurrence.id);
  const kept = await tx.one(sql`
    select payment_id from payment_card
    where tenant_id = ${tx.tenantId} and payment_id = ${id} and card_reference is not null`);
  if (row) await moveRecurrence(tx, platform, row, kept ? 'approved' : 'rejected');
}
