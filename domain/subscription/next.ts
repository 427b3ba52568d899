import { newFileText, nextTexts as t } from './next-texts.ts';
import type { IngressKind } from './types.ts';

/** `act`: the candidate has something to do; `wait`: somebody else has; `done`: nobody has. */
export type NextKind = 'act' | 'wait' | 'done';

/** What is next: the button, and one sentence about what is missing. */
export type Next = { action: string; next: string; kind: NextKind };

/** Where an application stands, as shown in the candidate's list. */
export type Standing = {
  subscriptionStatus: number;
  page: string;
  awaitsInstitution: boolean;
  /** Names of the documents that were refused and not sent again. */
  refusedDocuments: readonly string[];
  offer: { ingressMode: { kind: IngressKind } };
};

type Steps = readonly { code: string; inReview: boolean }[];

const act = (text: { action: string; next: string }): Next => ({ ...text, kind: 'act' });
const wait = (text: { action: string; next: string }): Next => ({ ...text, kind: 'wait' });
const done = (text: { action: string; next: string }): Next => ({ ...text, kind: 'done' });

const inReview = (steps: Steps) => steps.some((step) => step.inReview);

const IN_REVIEW: Partial<Record<IngressKind, Next>> = {
  'online-essay': wait(t.essayInReview),
  'exam-score': wait(t.examInReview),
};

/** Status 1: what comes next depends on how candidates are selected, and on whether the candidate already did their part. */
function subscribed(card: Standing, steps: Steps): Next {
  const { kind } = card.offer.ingressMode;
  if (inReview(steps)) return IN_REVIEW[kind] ?? wait(t.inReview);
  switch (kind) {
    case 'online-essay':
      return act(t.essay);
    case 'scheduled-test':
      return act(t.test);
    case 'exam-score':
      return act(t.exam);
    case 'document-analysis':
      return act(t.selectionDocuments);
    default:
      return act(t.start);
  }
}

function payment(card: Standing): Next {
  if (card.page === 'waitingPayment') return act(t.waitingPayment);
  if (card.page === 'paymentFailure') return act(t.paymentFailure);
  return act(card.subscriptionStatus === 17 ? t.tax : t.payment);
}

/** Refused documents are named: a new file for them comes before documents that were never sent. */
const documentsOf = ({ refusedDocuments }: Standing, text: { action: string; next: string }) =>
  refusedDocuments.length > 0 ? { ...text, next: newFileText(refusedDocuments) } : text;

/** What the candidate does next, for each of the 20 statuses (spec 7.2, 8.1). */
const TABLE: Readonly<Record<number, (card: Standing, steps: Steps) => Next>> = {
  1: subscribed,
  2: (_, steps) => wait(inReview(steps) ? t.testInReview : t.scheduled),
  3: (_, steps) => act(steps.some(({ code }) => code === 'result') ? t.approved : t.data),
  4: () => act(t.termsAccepted),
  5: (card) => (card.awaitsInstitution ? wait(t.documentsInReview) : act(documentsOf(card, t.documents))),
  6: payment,
  7: () => done(t.enrolled),
  8: () => done(t.blocked),
  9: () => done(t.unqualified),
  10: (card, steps) =>
    inReview(steps) ? wait(t.documentsInReview) : act(documentsOf(card, t.selectionDocuments)),
  11: () => wait(t.manualPayment),
  12: () => wait(t.pendingCancel),
  13: () => done(t.canceled),
  14: () => act(t.information),
  16: () => act(t.questionnaire),
  17: payment,
  18: (card) => (card.awaitsInstitution ? wait(t.interviewAwaited) : act(t.interview)),
  19: () => wait(t.inReview),
  20: () => wait(t.inReview),
  21: () => act(t.chooseClass),
};

/** What the candidate does next. Unknown statuses are shown as being processed. */
export const nextOf = (standing: Standing, steps: Steps): Next =>
  TABLE[standing.subscriptionStatus]?.(standing, steps) ?? wait(t.processing);

const EXPIRY: readonly string[] = ['payment-deadline-expired', 'intake-expired'];

/** Whether a missed deadline ended the application. */
export const isExpired = (history: readonly { event: string }[]): boolean =>
  EXPIRY.includes(history.at(-1)?.event ?? '');

/**
 * The sentence on the candidate's progress page (S-40) about where the application stands; the team reads the same (spec 25.6.1).
 * `history` is oldest first.
 */
export const sentenceOf = (
  standing: Standing,
  steps: Steps,
  history: readonly { event: string }[],
): string => (isExpired(history) ? t.expired : nextOf(standing, steps).next);
