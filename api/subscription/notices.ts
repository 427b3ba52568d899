import { formatDate } from '@orbita/domain/foundation';
import type { TemplateId } from '@orbita/domain/messaging';
import { STATUS, type SubscriptionEvent } from '@orbita/domain/subscription';
import { notify } from '../messaging/index.ts';
import type { Tx } from '../platform/database/index.ts';
import type { House } from '../platform/house.ts';
import { testData } from '../selection/index.ts';
import type { SubscriptionState } from './facts.ts';
import type { MoveMade } from './move.ts';

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
  'disqualified',
];
const BOOKED: readonly SubscriptionEvent[] = ['test-scheduled', 'test-rescheduled'];
const EXPIRED: readonly SubscriptionEvent[] = ['payment-deadline-expired', 'intake-expired'];

type Notice = { template: TemplateId; data?: Record<string, unknown> };

/** Which message a move sends (spec 16.2); undefined for those another room sends or that are silent. */
export function noticeOf({ to, event }: MoveMade, row: SubscriptionState): Notice | undefined {
  if (event === 'create' || event === 'create-incomplete') return { template: 'N-05' };
  if (EXPIRED.includes(event)) return { template: 'N-23' };
  if (to === STATUS.Evaluated && APPROVED.includes(event)) {
    return { template: 'N-09', data: { prazo: formatDate(row.last_day) } };
  }
  if (REJECTED.includes(event)) return { template: 'N-10' };
  if (BOOKED.includes(event) && row.booking) {
    return { template: 'N-06', data: testData(row.booking, row.time_zone) };
  }
  if (event === 'cancel-requested') {
    return { template: 'N-28', data: { variante: to === STATUS.Canceled ? 'concluido' : 'solicitado' } };
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
  const notice = noticeOf(made, row);
  if (!notice) return;
  await notify(tx, house, {
    template: notice.template,
    personId: row.person_id,
    subscriptionId: row.id,
    dedupe: `${row.id}:${row.version}`,
    data: notice.data ?? {},
  });
}
