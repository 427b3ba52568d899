import type { Attention } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import { fail } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockSubscription } from '../../subscription/move.ts';
import { setAttention } from '../attention.ts';
import { lockPayment, paymentById } from '../store.ts';

type About = { payment_id: number | null; recurrence_id: number | null; cycle_number: number | null };

const MARK: Attention = 'comparison-difference';

/** Clears the mark from a payment or month that has no open differences left. */
async function clearMark(tx: Tx, { payment_id: paymentId, ...cycle }: About, now: Date): Promise<void> {
  const payment = paymentId === null ? undefined : await lockPayment(tx, paymentId);
  if (payment)
    await setAttention(
      tx,
      payment,
      (payment.attention as Attention[]).filter((one) => one !== MARK),
      now,
    );
  if (cycle.recurrence_id !== null)
    await tx.many(sql`
      update recurrence_cycle set attention = attention - ${MARK}::text, updated_at = ${now}::timestamptz
      where tenant_id = ${tx.tenantId} and recurrence_id = ${cycle.recurrence_id}
        and number = ${cycle.cycle_number}::int returning number`);
}

/**
 * Resolves a difference with a reason. The next comparison ignores it as long as the figures stay the same. Fails with 404 for
 * an unknown difference and 409 `STATE_CONFLICT` with its `state` for one that is not open.
 */
export async function resolveDifference(
  tx: Tx,
  platform: Platform,
  id: number,
  by: string,
  reason: string,
): Promise<void> {
  const now = platform.clock.now();
  const about = await tx.one<About>(sql`
    select payment_id, recurrence_id, cycle_number from reconciliation_difference
    where tenant_id = ${tx.tenantId} and id = ${id}`);
  if (!about) fail('NOT_FOUND');
  const payment = about.payment_id ? await paymentById(tx, about.payment_id) : undefined;
  // Locks the application first, like every move does.
  if (payment) await lockSubscription(tx, payment.subscription_id);
  const done = await tx.one(sql`
    update reconciliation_difference set state = 'resolved', reason = ${reason}::text, resolved_by = ${by}::text,
      resolved_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} and state = 'open' returning id`);
  if (!done) {
    const found = await tx.one<{ state: string }>(sql`
      select state from reconciliation_difference where tenant_id = ${tx.tenantId} and id = ${id}`);
    fail('STATE_CONFLICT', { extra: { state: found?.state } });
  }
  const others = await tx.one(sql`
    select id from reconciliation_difference where tenant_id = ${tx.tenantId} and state = 'open'
      and ((payment_id is not null and payment_id = ${about.payment_id}::bigint)
        or (recurrence_id is not null and recurrence_id = ${about.recurrence_id}::bigint
          and cycle_number = ${about.cycle_number}::int)) limit 1`);
  if (!others) await clearMark(tx, about, now);
}
