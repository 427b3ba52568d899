import { approvalTexts as t } from '@orbita/domain/approval';
import { toAmount } from '@orbita/domain/foundation';
import type { Act, Approved } from '../../../approval/act.ts';
import type { ApprovalRow } from '../../../approval/store.ts';
import { operatorOf } from '../../../caller/operator.ts';
import { registerRefunds } from '../../../payment/give-back.ts';
import { decideManual } from '../../../payment/manual.ts';
import { type MoneyOf, refundableOf } from '../../../payment/refundable.ts';
import { sendLater, sendRefunds } from '../../../payment/returns.ts';
import type { Tx } from '../../../platform/database/types.ts';
import { fail } from '../../../platform/http/errors.ts';
import { lockSubscription } from '../../move.ts';
import { decideCancellation } from './cancellations.ts';

const lock = (tx: Tx, { subscription_id: id }: ApprovalRow): Promise<unknown> =>
  lockSubscription(tx, id ?? fail('NOT_FOUND'));

/** What every request about money has; the table guarantees it. */
function moneyOf({ approval }: Approved) {
  const { subject_id: id, subscription_id: subscriptionId, amount_cents: cents, reason } = approval;
  if (id === null || subscriptionId === null || cents === null)
    throw new Error(`Approval ${approval.id} is about no money`);
  return { id, subscriptionId, cents, reason };
}

/** Executes an approved refund: checked again under the lock of the application, sent after the commit. */
export const refundAct: Act = {
  lock,
  async run(tx, approved) {
    const { platform, approval, service } = approved;
    const { id, subscriptionId, cents, reason } = moneyOf(approved);
    const only: MoneyOf = approval.subject_kind === 'month' ? { monthId: id } : { paymentId: id };
    const left = await refundableOf(tx, subscriptionId, only);
    if (left < cents) fail('STATE_CONFLICT', { message: left === 0 ? t.nothingLeft : t.lessLeft(left) });
    const { outside } = approved.command as { outside: boolean };
    const order = {
      cents,
      reason: reason ?? '',
      by: operatorOf(service),
      only,
      outside,
      approvalId: approval.id,
    };
    const rows = await registerRefunds(tx, platform, subscriptionId, order);
    if (!rows) throw new Error('There is less left than was counted');
    const refunds = rows.map((row) => row.id);
    return async () => void (await sendRefunds(platform, approved.tenant.id, refunds));
  },
};

/** Executes an approved confirmation of a payment at the institution. */
export const settlementAct: Act = {
  lock,
  async run(tx, approved) {
    const { id, subscriptionId, reason } = moneyOf(approved);
    const command = approved.command as { receivedAt: string | null; proof: string | null };
    const given = { decision: 'settled' as const, reason, ...command };
    await decideManual(tx, approved.platform, { id, subscriptionId }, operatorOf(approved.service), given);
    return undefined;
  },
};

/** Executes an approved cancellation, including its refund. */
export const cancellationAct: Act = {
  lock,
  async run(tx, approved) {
    const { platform, service, approval } = approved;
    const { id, cents, reason } = moneyOf(approved);
    const { refundBy } = approved.command as { refundBy: string | null };
    const given = { decision: 'confirmed' as const, reason, refund: toAmount(cents), refundBy };
    const wanted = {
      service,
      id,
      decidedBy: operatorOf(service),
      read: () => given,
      approvalId: approval.id,
    };
    const { refunds } = await decideCancellation(tx, platform, wanted);
    return async () => sendLater(platform, approved.tenant.id, refunds);
  },
};
