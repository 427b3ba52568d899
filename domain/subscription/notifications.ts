import type { TemplateId } from '../messaging/index.ts';
import { STATUS, type Status } from './statuses.ts';
import type { SubscriptionEvent } from './transition.ts';

/** Message that an event sends to the candidate; with `onlyTo`, only if the event leads to that status. */
type EventNotification = { template: TemplateId; onlyTo?: Status };

const approved: EventNotification = { template: 'N-09', onlyTo: STATUS.Evaluated };
const rejected: EventNotification = { template: 'N-10' };

/** Messages by event (spec 16.2). Other modules send further ones, such as those about payments and documents. */
export const EVENT_NOTIFICATIONS: Readonly<Partial<Record<SubscriptionEvent, EventNotification>>> = {
  create: { template: 'N-05' },
  'create-incomplete': { template: 'N-05' },
  'payment-deadline-expired': { template: 'N-23' },
  'intake-expired': { template: 'N-23' },
  'essay-approved': approved,
  'test-approved': approved,
  'exam-score-approved': approved,
  'selection-documents-approved': approved,
  'questionnaire-approved': approved,
  'interview-approved': approved,
  'review-granted': approved,
  'essay-rejected': rejected,
  'test-rejected': rejected,
  'exam-score-rejected': rejected,
  'analysis-rejected': rejected,
  'questionnaire-rejected': rejected,
  'interview-rejected': rejected,
  disqualified: rejected,
  'test-scheduled': { template: 'N-06' },
  'test-rescheduled': { template: 'N-06' },
  'cancel-requested': { template: 'N-28' },
};

/** Sent when a status is entered by any event, except those that lead back to it. */
const ENTRY_NOTIFICATIONS: Readonly<Partial<Record<Status, TemplateId>>> = {
  [STATUS.Enrolled]: 'N-26',
};
const LEADS_BACK: readonly SubscriptionEvent[] = ['cancel-withdrawn', 'cancel-denied', 'unblocked'];

/** Template of the message that a move sends; undefined if it sends none. */
export function notificationOf({
  to,
  event,
}: {
  to: Status;
  event: SubscriptionEvent;
}): TemplateId | undefined {
  const own = EVENT_NOTIFICATIONS[event];
  if (own && (own.onlyTo === undefined || own.onlyTo === to)) return own.template;
  return LEADS_BACK.includes(event) ? undefined : ENTRY_NOTIFICATIONS[to];
}
