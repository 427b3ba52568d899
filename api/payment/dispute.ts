import type { Attention } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { setAttention } from './attention.ts';
import type { ReportedStatus } from './report.ts';
import type { PaymentRow } from './store.ts';

/**
 * Records a card dispute as reported by the acquirer: the payment stays paid and is marked, because only the institution can
 * decide what to do. If the acquirer reports the charge as paid again, the dispute was won and the mark is removed. Returns
 * whether anything changed. The caller must hold the lock on the subscription.
 */
export async function noteDispute(
  tx: Tx,
  row: PaymentRow,
  status: ReportedStatus,
  now: Date,
): Promise<boolean> {
  const { card, id } = row;
  const known = row.attention as Attention[];
  const write = (dispute: 'open' | 'won') =>
    tx.one(sql`update payment_card set dispute = ${dispute}::text, disputed_at = coalesce(disputed_at, ${now}::timestamptz)
      where tenant_id = ${tx.tenantId} and payment_id = ${id} returning payment_id`);
  if (status === 'charged-back' && row.state === 'paid' && card && card.dispute !== 'open') {
    await write('open');
    await setAttention(tx, row, [...new Set([...known, 'chargeback' as const])], now);
    return true;
  }
  if (status === 'paid' && card?.dispute === 'open' && row.state === 'paid') {
    await write('won');
    await setAttention(
      tx,
      row,
      known.filter((mark) => mark !== 'chargeback'),
      now,
    );
    return true;
  }
  return false;
}

/** Closes a dispute as lost: the money went back to the holder, so the payment was refunded outside. */
export const loseDispute = (tx: Tx, paymentId: number): Promise<unknown> =>
  tx.one(sql`update payment_card set dispute = 'lost'
    where tenant_id = ${tx.tenantId} and payment_id = ${paymentId} and dispute = 'open' returning payment_id`);
