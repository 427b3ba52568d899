import type { GuardName } from './guards.ts';
import type { Status } from './statuses.ts';
import type { Actor, ApplicationType } from './types.ts';

/** Events of a subscription (spec 8.3). */
export type SubscriptionEvent =
  | 'create'
  | 'create-incomplete'
  | 'information-completed'
  | 'tax-required'
  | 'selection-documents-required'
  | 'questionnaire-required'
  | 'interview-required'
  | 'direct-entry'
  | 'tax-paid'
  | 'tax-waived'
  | 'manual-payment-requested'
  | 'manual-payment-settled'
  | 'manual-payment-refused'
  | 'selection-documents-approved'
  | 'analysis-rejected'
  | 'test-scheduled'
  | 'test-rescheduled'
  | 'test-missed'
  | 'slot-cancelled'
  | 'schedule-invalidated'
  | 'test-approved'
  | 'test-rejected'
  | 'exam-score-approved'
  | 'exam-score-rejected'
  | 'exam-score-bulletin-required'
  | 'ingress-switched'
  | 'essay-started'
  | 'essay-saved'
  | 'essay-finished'
  | 'essay-timed-out'
  | 'essay-approved'
  | 'essay-rejected'
  | 'essay-retake'
  | 'questionnaire-submitted'
  | 'questionnaire-approved'
  | 'questionnaire-returned'
  | 'questionnaire-rejected'
  | 'interview-held'
  | 'interview-approved'
  | 'interview-rejected'
  | 'interview-repeat'
  | 'contract-accepted'
  | 'class-required'
  | 'documents-required'
  | 'payment-required'
  | 'payment-waived'
  | 'class-selected'
  | 'documents-approved'
  | 'payment-confirmed'
  | 'class-hold-expired'
  | 'course-changed'
  | 'payment-deadline-expired'
  | 'intake-expired'
  | 'cancel-requested'
  | 'cancel-confirmed'
  | 'cancel-withdrawn'
  | 'cancel-denied'
  | 'blocked'
  | 'unblocked'
  | 'disqualified'
  | 'reinstated'
  | 'review-granted';

/** What a move does besides changing the status; the server runs these in the same database transaction. */
export type Effect =
  | 'markTaxPaid'
  | 'markPaid'
  | 'markPaidByLateMoney'
  | 'openManualPayment'
  | 'closeManualPayment'
  | 'startPaymentDeadline'
  | 'restartPaymentDeadline'
  | 'openSelectionDocuments'
  | 'openQuestionnaire'
  | 'openInterview'
  | 'openEnrolmentDocuments'
  | 'takeSlot'
  | 'releaseSlot'
  | 'forbidRetake'
  | 'forbidRetakeAfterPlagiarism'
  | 'allowRetake'
  | 'takeVacancy'
  | 'releaseVacancy'
  | 'voidAcceptance'
  | 'undoWaiver'
  | 'cancelOpenCharges'
  | 'cancelRecurrence'
  | 'holdClass'
  | 'restartClassHold'
  | 'confirmClass'
  | 'releaseClass'
  | 'handOver';

/** A fixed status, the previous one, or a gate rule, whose result must be one of `targets`. */
type Target = Status | 'previous' | 'nextHead' | 'nextTail';

/** One row of the transition table. Rows with the same id differ in event, actor or destination. */
export type Transition = {
  id: `TR-${string}`;
  /** `null` = the subscription does not exist yet. */
  from: readonly Status[] | null;
  event: SubscriptionEvent;
  to: Target;
  targets?: readonly Status[];
  actors: readonly Actor[];
  types: readonly ApplicationType[];
  guards: readonly GuardName[];
  effects: readonly Effect[];
  text: string;
};

/** A row as the table says it: for every type of application and without effects, unless it says otherwise. */
export type WrittenTransition = Omit<Transition, 'types' | 'effects'> &
  Partial<Pick<Transition, 'types' | 'effects'>>;
