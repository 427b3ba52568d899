import { afterTest } from '@orbita/domain/selection';
import { newsTexts as t } from '../texts/subscription.ts';
import type { NoticeKind } from '../ui/notice.tsx';
import type { Subscription } from './queries.ts';
import type { History } from './step-dates.ts';

/** Why an application is where it is again, told where the person goes on. */
export type News = { kind: NoticeKind; title: string; text?: string };

type Told = Pick<History[number], 'event'>;

const EXPIRY: readonly string[] = ['payment-deadline-expired', 'intake-expired'];

/** Did a deadline end it, and not somebody's wish? */
export const isExpired = (history: readonly Told[]): boolean => EXPIRY.includes(history.at(-1)?.event ?? '');

/** Statuses an application can come back to, or is sent to without the person's doing. */
const MAYBE: readonly number[] = [1, 5, 6, 7, 16, 17, 18, 21];

export type Newsworthy = Pick<Subscription, 'subscriptionStatus' | 'isTaxPaid'>;

/** May an application have news? With its fee paid, a denied cancellation takes it back to wherever it was (TR-93). */
export const mayHaveNews = ({ subscriptionStatus, isTaxPaid }: Newsworthy): boolean =>
  isTaxPaid || MAYBE.includes(subscriptionStatus);

const withReason = (title: string, reason: string | null): News => ({
  kind: 'warning',
  title,
  ...(reason ? { text: t.reason(reason) } : {}),
});

/** What the last move brought that the status alone does not tell; `reason` is the one given with it. */
export function newsOf(history: readonly Told[], reason: string | null): News | undefined {
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
