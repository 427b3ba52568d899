import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';
import { moveRecurrence } from './apply.ts';
import { LIVE_RECURRENCE, lockRecurrence } from './store.ts';

/**
 * Ends one live authorisation; the job notifies the bank. Returns false if it had already ended. The caller must hold the lock
 * on the subscription.
 */
export async function endRecurrence(
  tx: Tx,
  platform: Platform,
  id: number,
  by: 'institution' | 'payer' = 'institution',
): Promise<boolean> {
  const row = await lockRecurrence(tx, id);
  if (!row) return false;
  // An acquirer holds no authorisation: our scheduler simply stops charging the card.
  const cancelAtProvider = row.method === 'automatic-pix';
  return moveRecurrence(tx, platform, row, 'cancelled', { endedBy: by, cancelAtProvider });
}

/**
 * Ends every live authorisation of an application, in the transaction of its cause: cancellation, refund or the payer's request
 * (D-70). The `recurrence` job notifies the provider afterwards, because a transaction must not wait for it. Returns how many
 * ended. The caller must hold the lock on the subscription.
 */
export async function endRecurrences(
  tx: Tx,
  platform: Platform,
  subscriptionId: number,
  by: 'institution' | 'payer' = 'institution',
): Promise<number> {
  const live = await tx.many<{ id: number }>(sql`
    select id from recurrence where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId}
      and state in ${LIVE_RECURRENCE} order by id for update`);
  let ended = 0;
  for (const { id } of live) if (await endRecurrence(tx, platform, id, by)) ended += 1;
  return ended;
}
