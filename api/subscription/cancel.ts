import { toAmount } from '@orbita/domain/foundation';
import {
  CANCELLATION_REASONS,
  type CancellationReason,
  type Refund,
  STATUS,
} from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/index.ts';
import type { House } from '../platform/house.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { lockSubscription, moveSubscription } from './move.ts';
import { refundFor } from './refund.ts';

export type Leaving = { subscriptionId: number; reason: CancellationReason; details?: string | null };

const reasonText = ({ reason, details }: Leaving) => {
  if (reason === 'other' && details?.trim()) return details.trim();
  const label = CANCELLATION_REASONS.find(({ code }) => code === reason)?.label ?? reason;
  return details?.trim() ? `${label}: ${details.trim()}` : label;
};

/**
 * Leaves an application (S-36, TR-90/91): at once without confirmed payment, else the institution decides. Answers where
 * it stands and what is given back. 422 when `other` has no text; 409 where leaving is not possible or already asked for.
 */
export async function requestCancellation(
  tx: Tx,
  house: House,
  leaving: Leaving,
): Promise<{ status: number; refund: Refund }> {
  const row = await lockSubscription(tx, leaving.subscriptionId);
  if (leaving.reason === 'other' && !leaving.details?.trim())
    invalid([{ field: 'details', message: 'Obrigatório.' }]);
  const { refund, paidCents } = await refundFor(tx, house, row);
  const moved = await moveSubscription(tx, house, {
    subscriptionId: row.id,
    event: 'cancel-requested',
    actor: 'candidate',
    reason: reasonText(leaving),
  });
  const now = house.clock.now();
  const state = moved.to === STATUS.PendingCancel ? 'open' : 'done';
  const written = await tx.one(sql`
    insert into cancellation (tenant_id, subscription_id, reason, details, state, withdrawal_right, paid_cents,
      requested_at, decided_at)
    values (${tx.tenantId}, ${row.id}, ${leaving.reason}::text, ${leaving.details?.trim() || null}::text, ${state}::text,
      ${refund.legalBasis === 'withdrawal'}::boolean, ${paidCents}::bigint, ${now}::timestamptz,
      ${state === 'done' ? now : null}::timestamptz)
    on conflict (tenant_id, subscription_id) where state = 'open' do nothing
    returning id`);
  if (!written) fail('TRANSITION_NOT_ALLOWED', { extra: { status: row.status } });
  return { status: moved.to, refund };
}

/** Takes back the wish to leave while the institution has not decided (TR-93); back to the status before. */
export async function withdrawCancellation(tx: Tx, house: House, subscriptionId: number): Promise<number> {
  const moved = await moveSubscription(tx, house, {
    subscriptionId,
    event: 'cancel-withdrawn',
    actor: 'candidate',
  });
  await tx.one(sql`
    update cancellation set state = 'withdrawn', decided_at = ${house.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId} and state = 'open' returning id`);
  return moved.to;
}

/** Refund of spec 7.5 as the API shows it, in BRL. */
export const presentRefund = ({ due, amountCents, legalBasis }: Refund) => ({
  due,
  amount: amountCents === undefined ? null : toAmount(amountCents),
  legalBasis: legalBasis ?? null,
});
