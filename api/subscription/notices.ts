import { formatAmount, formatDate } from '@orbita/domain/foundation';
import type { TemplateId } from '@orbita/domain/messaging';
import { notificationOf, type Refund, STATUS } from '@orbita/domain/subscription';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import type { MoveMade } from './effect.ts';
import type { SubscriptionState } from './facts.ts';
import { testData } from './present-booking.ts';
import { refundFor } from './refund.ts';

type Notice = { template: TemplateId; data?: Record<string, unknown> };

/** Message data about the refund while a cancellation request is pending (spec 7.5). */
const leavingData = ({ legalBasis, amountCents }: Refund): Record<string, unknown> => {
  if (legalBasis === undefined) return { variante: 'solicitado' };
  if (legalBasis === 'contract' || amountCents === undefined) return { variante: 'contrato' };
  return { variante: 'arrependimento', valor: formatAmount(amountCents) };
};

/** Message data specific to a move. `refund` is what the candidate would get back when leaving now. */
function dataOf(
  { to, event }: MoveMade,
  row: Pick<SubscriptionState, 'last_day' | 'booking' | 'time_zone'>,
  refund: Refund,
): Record<string, unknown> | undefined {
  if (event === 'disqualified') return { variante: 'encerrada' };
  if (event === 'cancel-requested')
    return to === STATUS.Canceled ? { variante: 'sem-devolucao' } : leavingData(refund);
  if (event === 'test-scheduled' || event === 'test-rescheduled')
    return row.booking ? testData(row.booking, row.time_zone) : undefined;
  return to === STATUS.Evaluated ? { prazo: formatDate(row.last_day) } : undefined;
}

/** The message of a move with its data (spec 16.2); undefined if the move sends none. */
export function noticeOf(
  made: MoveMade,
  row: Pick<SubscriptionState, 'last_day' | 'booking' | 'time_zone'>,
  refund: Refund,
): Notice | undefined {
  const template = notificationOf(made);
  if (!template) return undefined;
  const data = dataOf(made, row, refund);
  // A message about a test must give its time and place, so without a booking none is sent.
  if (template === 'N-06' && !data) return undefined;
  return data ? { template, data } : { template };
}

/** Queues the message of a move, if it has one, at most once per version of the subscription. */
export async function sendNotice(
  tx: Tx,
  platform: Platform,
  row: SubscriptionState,
  made: MoveMade,
): Promise<void> {
  const asked = made.event === 'cancel-requested';
  const { refund } = asked ? await refundFor(tx, platform, row) : { refund: { due: false } };
  const notice = noticeOf(made, row, refund);
  if (!notice) return;
  notify(tx, platform, {
    template: notice.template,
    personId: row.person_id,
    subscriptionId: row.id,
    dedupe: `${row.id}:${row.version}`,
    data: notice.data ?? {},
  });
}
