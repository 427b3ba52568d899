import { afterTest } from '@orbita/domain/selection';
import type { NoticeKind } from '@orbita/ui/notice';
import { newsTexts as t } from '../texts/subscription.ts';
import type { Subscription } from './queries.ts';
import type { History } from './step-dates.ts';

/** Why an application is back at a step, shown on that step. */
export type News = { kind: NoticeKind; title: string; text?: string };

type HistoryMove = Pick<History[number], 'event'>;

export { isExpired } from '@orbita/domain/subscription';

/** Statuses that an application can return to, or is moved to by others. */
const MAYBE: readonly number[] = [1, 5, 6, 7, 16, 17, 18, 21];

export type Newsworthy = Pick<Subscription, 'subscriptionStatus' | 'isTaxPaid'>;

/** True when there may be news. With a paid fee, a denied cancellation can return to any status (TR-93). */
export const mayHaveNews = ({ subscriptionStatus, isTaxPaid }: Newsworthy): boolean =>
  isTaxPaid || MAYBE.includes(subscriptionStatus);

const withReason = (title: string, reason: string | null): News => ({
  kind: 'warning',
  title,
  ...(reason ? { text: t.reason(reason) } : {}),
});

/** Explains the last move if the status alone does not; `reason` was given with that move. */
export function newsOf(history: readonly HistoryMove[], reason: string | null): News | undefined {
  const stop = afterTest(history);
  if (stop) return withReason(t[stop], stop === 'cancelled' ? reason : null);
  switch (history.at(-1)?.event) {
    case 'manual-payment-refused':
      return withReason(t.paymentRefused, reason);
    case 'questionnaire-returned':
      return { kind: 'warning', title: t.questionnaireReturned(reason) };
    case 'interview-repeat':
      return withReason(t.interviewRepeat, reason);
    case 'cancel-denied':
      return withReason(t.stayed, reason);
    case 'class-hold-expired':
      return { kind: 'warning', title: t.holdOver };
    default:
      return undefined;
  }
}
