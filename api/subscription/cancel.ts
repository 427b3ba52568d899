import { addBusinessDays, dayInZone, endOfDay, toAmount } from '@orbita/domain/foundation';
import {
  CANCELLATION_REASONS,
  type CancellationReason,
  type Refund,
  STATUS,
} from '@orbita/domain/subscription';
import { CANCELLATION_DAYS } from '@orbita/domain/work';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { settleItem } from '../work/decision.ts';
import { publishQueues } from '../work/publish.ts';
import type { SubscriptionState } from './facts.ts';
import { lockSubscription, moveSubscription } from './move.ts';
import { refundFor } from './refund.ts';

/** Shown to the team as the decider of a request that its person withdrew. */
const WITHDRAWN_BY = 'quem pediu';

/** When a cancellation requested now should be decided: at the end of a business day of the tenant (spec 25.4.1). */
function dueBy(now: Date, withdrawal: boolean, { time_zone: zone, holidays }: SubscriptionState): Date {
  const days = withdrawal ? CANCELLATION_DAYS.withdrawal : CANCELLATION_DAYS.other;
  return endOfDay(addBusinessDays(dayInZone(now, zone), days, holidays), zone);
}

export type Leaving = { subscriptionId: number; reason: CancellationReason; details?: string | null };

const reasonText = ({ reason, details }: Leaving) => {
  if (reason === 'other' && details?.trim()) return details.trim();
  const label = CANCELLATION_REASONS.find(({ code }) => code === reason)?.label ?? reason;
  return details?.trim() ? `${label}: ${details.trim()}` : label;
};

/**
 * Cancels an application (S-36, TR-90/91): immediately without a confirmed payment, otherwise the institution decides. Returns
 * the new status and the refund. Fails with 422 when the reason `other` has no text, and with 409 when a cancellation is not
 * possible or was already requested.
 */
export async function requestCancellation(
  tx: Tx,
  platform: Platform,
  leaving: Leaving,
): Promise<{ status: number; refund: Refund }> {
  const row = await lockSubscription(tx, leaving.subscriptionId);
  if (leaving.reason === 'other' && !leaving.details?.trim())
    invalid([{ field: 'details', message: 'Obrigatório.' }]);
  const { refund, paidCents } = await refundFor(tx, platform, row);
  const moved = await moveSubscription(tx, platform, {
    subscriptionId: row.id,
    event: 'cancel-requested',
    actor: 'candidate',
    reason: reasonText(leaving),
  });
  const now = platform.clock.now();
  const state = moved.to === STATUS.PendingCancel ? 'open' : 'done';
  const written = await tx.one(sql`
    insert into cancellation (tenant_id, subscription_id, reason, details, state, withdrawal_right, paid_cents,
      requested_at, due_at, decided_at)
    values (${tx.tenantId}, ${row.id}, ${leaving.reason}::text, ${leaving.details?.trim() || null}::text, ${state}::text,
      ${refund.legalBasis === 'withdrawal'}::boolean, ${paidCents}::bigint, ${now}::timestamptz,
      ${dueBy(now, refund.legalBasis === 'withdrawal', row)}::timestamptz, ${state === 'done' ? now : null}::timestamptz)
    on conflict (tenant_id, subscription_id) where state = 'open' do nothing
    returning id`);
  if (!written) fail('TRANSITION_NOT_ALLOWED', { extra: { status: row.status } });
  publishQueues(tx, { kind: 'cancellation', institutionId: row.institution_id });
  return { status: moved.to, refund };
}

/**
 * Withdraws a cancellation request before the institution decides (TR-93). Returns the status to which the application returns.
 */
export async function withdrawCancellation(
  tx: Tx,
  platform: Platform,
  subscriptionId: number,
): Promise<number> {
  const moved = await moveSubscription(tx, platform, {
    subscriptionId,
    event: 'cancel-withdrawn',
    actor: 'candidate',
  });
  const gone = await tx.one<{ id: number }>(sql`
    update cancellation set state = 'withdrawn', decided_at = ${platform.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId} and state = 'open' returning id`);
  if (gone) await settleItem(tx, platform, { kind: 'cancellation', id: gone.id }, WITHDRAWN_BY);
  return moved.to;
}

/** Refund as the API returns it, with the amount in BRL (spec 7.5). */
export const presentRefund = ({ due, amountCents, legalBasis }: Refund) => ({
  due,
  amount: amountCents === undefined ? null : toAmount(amountCents),
  legalBasis: legalBasis ?? null,
});
