import { type Attention, isAnswerLate, isOpenCharge } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { lockSubscription } from '../subscription/move.ts';
import { setAttention } from './attention.ts';
import { lockPayment, type PaymentRow, paymentById } from './store.ts';

const MARK: Attention = 'unanswered';

/** Whether the provider's answer about a charge is late; a mark that says so stays until it comes. */
const answerIsLate = (row: PaymentRow, now: Date): boolean =>
  isAnswerLate(
    {
      state: row.state,
      slipProvider: row.slip?.provider ?? null,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    },
    now,
  );

/**
 * Marks a charge whose provider has not said for too long what became of it, so that the team sees it and the person reads what
 * to do. Nothing is decided about the charge: it may exist and may have been paid. A mark that somebody resolved is not set again.
 */
export const markUnanswered = (platform: Platform, tenantId: number, paymentId: number): Promise<void> =>
  platform.db.write(tenantId, async (tx) => {
    const known = await paymentById(tx, paymentId);
    if (!known) return;
    await lockSubscription(tx, known.subscription_id);
    const row = await lockPayment(tx, paymentId);
    const now = platform.clock.now();
    if (!row || row.attention.includes(MARK) || !answerIsLate(row, now)) return;
    const resolved = await tx.one(sql`
      select id from payment_resolution where tenant_id = ${tenantId} and payment_id = ${paymentId} and mark = ${MARK} limit 1`);
    if (resolved) return;
    await setAttention(tx, row, [...(row.attention as Attention[]), MARK], now);
    tx.afterCommit(() => platform.log.error({ payment: paymentId }, 'charge without an answer'));
  });

/** Removes the mark once the provider has answered or the charge has ended here; `row` is the payment before that. */
export async function noteAnswer(tx: Tx, row: PaymentRow, now: Date): Promise<void> {
  if (!row.attention.includes(MARK)) return;
  const after = await paymentById(tx, row.id);
  if (!after?.attention.includes(MARK)) return;
  if (isOpenCharge(after.state) && answerIsLate(after, now)) return;
  await setAttention(
    tx,
    after,
    (after.attention as Attention[]).filter((mark) => mark !== MARK),
    now,
  );
}
