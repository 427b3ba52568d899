import { formatAmount, formatDate } from '@orbita/domain/foundation';
import type { TemplateId } from '@orbita/domain/messaging';
import { type Refund, STATUS, type SubscriptionEvent } from '@orbita/domain/subscription';
import { notify } from '../messaging/index.ts';
import type { Tx } from '../platform/database/index.ts';
import type { House } from '../platform/house.ts';
import { testData } from '../selection/index.ts';
import type { SubscriptionState } from './facts.ts';
import type { MoveMade } from './move.ts';
import { refundFor } from './refund.ts';

const APPROVED: readonly SubscriptionEvent[] = [
  'essay-approved',
  'test-approved',
  'exam-score-approved',
  'selection-documents-approved',
  'questionnaire-approved',
  'interview-approved',
];
const REJECTED: readonly SubscriptionEvent[] = [
  'essay-rejected',
  'test-rejected',
  'exam-score-rejected',
  'analysis-rejected',
  'questionnaire-rejected',
  'interview-rejected',
];
const BOOKED: readonly SubscriptionEvent[] = ['test-scheduled', 'test-rescheduled'];
const EXPIRED: readonly SubscriptionEvent[] = ['payment-deadline-expired', 'intake-expired'];

type Notice = { template: TemplateId; data?: Record<string, unknown> };

/** What is told of the money to somebody whose wish to leave waits for the institution (spec 7.5). */
const leavingData = ({ legalBasis, amountCents }: Refund): Record<string, unknown> => {
  if (legalBasis === undefined) return { variante: 'solicitado' };
  if (legalBasis === 'contract' || amountCents === undefined) return { variante: 'contrato' };
  return { variante: 'arrependimento', valor: formatAmount(amountCents) };
};

/**
 * Which message a move sends (spec 16.2); undefined for those another room sends or that are silent. `refund` is what
 * leaving now would give back.
 */
export function noticeOf(
  { to, event }: MoveMade,
  row: Pick<SubscriptionState, 'last_day' | 'booking' | 'time_zone'>,
  refund: Refund,
): Notice | undefined {
  if (event === 'create' || event === 'create-incomplete') return { template: 'N-05' };
  if (EXPIRED.includes(event)) return { template: 'N-23' };
  if (to === STATUS.Evaluated && APPROVED.includes(event)) {
    return { template: 'N-09', data: { prazo: formatDate(row.last_day) } };
  }
  if (event === 'disqualified') return { template: 'N-10', data: { variante: 'encerrada' } };
  if (REJECTED.includes(event)) return { template: 'N-10' };
  if (BOOKED.includes(event) && row.booking) {
    return { template: 'N-06', data: testData(row.booking, row.time_zone) };
  }
  if (event === 'cancel-requested') {
    const data = to === STATUS.Canceled ? { variante: 'sem-devolucao' } : leavingData(refund);
    return { template: 'N-28', data };
  }
  if (to === STATUS.Enrolled && event !== 'cancel-withdrawn' && event !== 'cancel-denied')
    return { template: 'N-26' };
  return undefined;
}

/** Writes the message of a move, once per version of the subscription. */
export async function tellByMessage(
  tx: Tx,
  house: House,
  row: SubscriptionState,
  made: MoveMade,
): Promise<void> {
  const asked = made.event === 'cancel-requested';
  const { refund } = asked ? await refundFor(tx, house, row) : { refund: { due: false } };
  const notice = noticeOf(made, row, refund);
  if (!notice) return;
  await notify(tx, house, {
    template: notice.template,
    personId: row.person_id,
    subscriptionId: row.id,
    dedupe: `${row.id}:${row.version}`,
    data: notice.data ?? {},
  });
}
