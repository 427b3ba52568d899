import type { LiveEventType } from '@orbita/domain/messaging';
import { newFileText } from '@orbita/domain/subscription';
import type { NoticeKind } from '@orbita/ui/notice';
import type { LiveEvent } from '../../base/live.ts';
import { queryClient } from '../../base/query.ts';
import { tenantTime } from '../../base/zone.ts';
import { contractQuery } from '../../contract/queries.ts';
import { liveTexts as t } from '../../texts/live.ts';
import { reloadSubscription } from '../queries.ts';

/** A line above the step, for a change that its page would make silently or not at all. */
export type LiveLine = { kind: NoticeKind; text: string };

type Reaction =
  /** The page itself changes to something else: another step, state or course. */
  | 'page'
  | ((event: LiveEvent) => LiveLine)
  /** Not sent until there are cards and slips; a page that shows them refetches all the same. */
  | 'not sent yet';

const line =
  (text: string, kind: NoticeKind = 'info') =>
  (): LiveLine => ({ kind, text });

/** The visible effect of each live event (spec 16.1) on the pages of an application, besides refetching everything. */
export const LIVE_REACTIONS: Readonly<Record<LiveEventType, Reaction>> = {
  'subscription.status-changed': 'page',
  'subscription.steps-changed': 'page',
  'subscription.course-changed': 'page',
  'essay.finished': 'page',
  'essay.timed-out': 'page',
  'essay.graded': 'page',
  'essay.delayed': line(t.essayDelayed),
  'exam-score.updated': 'page',
  'document.reviewed': ({ data: { name, state } }) => {
    if (typeof name !== 'string') return { kind: 'info', text: t.documentChanged };
    switch (state) {
      case 'approved':
        return { kind: 'success', text: t.documentApproved(name) };
      case 'waived':
        return { kind: 'success', text: t.documentWaived(name) };
      case 'sent':
        return { kind: 'info', text: t.documentAgain(name) };
      default:
        return { kind: 'warning', text: newFileText([name]) };
    }
  },
  'questionnaire.decided': 'page',
  'interview.scheduled': line(t.interviewScheduled),
  'interview.decided': 'page',
  'class.hold-expiring': ({ data }) => ({
    kind: 'warning',
    text: t.holdExpiring(typeof data.expiration === 'string' ? tenantTime(data.expiration) : undefined),
  }),
  'class.hold-expired': 'page',
  'scheduling.cancelled': 'page',
  'student.registered': line(t.studentRegistered, 'success'),
  'payment.created': 'page',
  'payment.processing': 'page',
  'payment.confirmed': 'page',
  'payment.denied': 'page',
  'payment.expired': 'page',
  'payment.cancelled': 'page',
  'payment.refunded': line(t.paymentRefunded, 'success'),
  'payment.slip-registered': 'page',
  'payment.slip-error': 'page',
  'payment.manual-requested': 'page',
  'payment.manual-decided': 'page',
  'payment.late': line(t.paymentLate),
  'recurrence.updated': 'page',
  'recurrence.charged': 'page',
  'recurrence.failed': 'page',
  'recurrence.refunded': 'page',
};

const isKnown = (type: string): type is LiveEventType => Object.hasOwn(LIVE_REACTIONS, type);

/** Refetches an application after an event; returns the line to show if its page does not say enough. */
export function reactTo(event: LiveEvent): LiveLine | undefined {
  const { subscriptionId, type } = event;
  void reloadSubscription(subscriptionId);
  // A contract's text stays unchanged while it is read, except after a change of course.
  if (type === 'subscription.course-changed')
    void queryClient.invalidateQueries({ queryKey: contractQuery(subscriptionId).queryKey });
  const reaction = isKnown(type) ? LIVE_REACTIONS[type] : 'page';
  return typeof reaction === 'function' ? reaction(event) : undefined;
}
