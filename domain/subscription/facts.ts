import type { Status } from './statuses.ts';
import type { DocumentStage, IngressKind } from './types.ts';

/**
 * Input of the guards. Every fact is optional, and a guard refuses when its fact is missing, so nothing passes because a fact was
 * forgotten.
 */
export type Facts = {
  kind?: IngressKind;

  /** Creation and reinstatement (spec 7.1). */
  blockedPerson?: boolean;
  intakeActive?: boolean;
  offerActive?: boolean;
  duplicate?: boolean;
  limitReached?: boolean;
  eligible?: boolean;
  vacancyFree?: boolean;
  /** All mandatory personal data are valid. */
  informationComplete?: boolean;

  /** Application fee: whether its price after vouchers is above zero, and whether it was paid or waived. */
  feeDue?: boolean;
  feePaid?: boolean;
  feeWaived?: boolean;

  /** The offer requires selection documents; all required ones are approved. */
  selectionDocuments?: boolean;
  selectionDocumentsApproved?: boolean;
  disciplineAnalysis?: 'unused' | 'pending' | 'favourable' | 'unfavourable';

  questionnaireAttached?: boolean;
  /** The questionnaire is finished: submitted and approved, or submitted when no approval is needed. */
  questionnaireDone?: boolean;
  questionnaireValid?: boolean;
  questionnaireApprovalRequired?: boolean;

  interviewOn?: boolean;
  interviewDone?: boolean;
  interviewAppointed?: boolean;

  /** Evaluation by ingress kind. */
  evaluationPassed?: boolean;
  slotFree?: boolean;
  rescheduleInTime?: boolean;
  reschedulesLeft?: boolean;
  testAbsent?: boolean;
  slotWithdrawn?: boolean;
  slotOfOtherPole?: boolean;
  test?: { score: number; minimum: number; essayScore?: number | null };
  exam?: {
    average: number;
    essay: number;
    minimumAverage: number;
    minimumEssay: number;
    yearAccepted: boolean;
  };
  bulletinAccepted?: boolean;
  /** The exam bulletin is one of the documents, so its review gives the result instead of another look-up. */
  bulletinAsked?: boolean;
  essay?: { score: number; minimum: number; plagiarism: boolean };
  attemptsLeft?: boolean;
  /** Refused for plagiarism or disqualified: no retake and no switch of ingress. */
  noRetake?: boolean;
  otherIngressOffered?: boolean;

  /** Contract (spec 12, 13). */
  priceRegistered?: boolean;
  dataComplete?: boolean;
  minor?: boolean;
  guardianComplete?: boolean;
  usesDisciplines?: boolean;
  disciplinesComplete?: boolean;
  vacancyTaken?: boolean;
  contractAccepted?: boolean;

  /** Gates after the contract: class, documents, payment. */
  requiresClass?: boolean;
  classSelected?: boolean;
  classFree?: boolean;
  classHoldOver?: boolean;
  documentStage?: DocumentStage;
  /** Some required enrolment document is neither approved nor waived. */
  documentsOpen?: boolean;
  /** Amount due now, in cents. */
  amountDue?: number;
  isPaid?: boolean;
  openCharge?: boolean;
  manualPaymentEnabled?: boolean;
  amountMismatch?: boolean;
  /** Purpose of the open manual payment. */
  manualPaymentPurpose?: 'tax' | 'enrollment';
  paymentDeadlineOver?: boolean;
  /** A bank may still settle an open slip, i.e. its payable day plus two business days is not over. */
  slipAwaited?: boolean;

  /** Change, expiry, cancellation. */
  courseChangeAllowed?: boolean;
  courseChangeAfterContract?: boolean;
  intakeEnded?: boolean;
  /** The institution must act, and its delay must not let the application expire. */
  awaitsInstitution?: boolean;
  /** An essay is being written, so the application must not expire before the writing time is over. */
  essayRunning?: boolean;
  /** A payment (fee or enrolment) is confirmed and not refunded. */
  confirmedPayment?: boolean;
  /** Status 7: before class start or within 7 days of the acceptance, whichever is later. */
  leavingOpen?: boolean;
  refundDue?: boolean;
  refundRegistered?: boolean;
  /** A cancellation may be denied: classes have started and the right of withdrawal has ended. */
  denialAllowed?: boolean;
  cancelledByExpiry?: boolean;
  reasonGiven?: boolean;
  /** A review of the refusal ended in approval (D-78). */
  reviewGranted?: boolean;
  /** Previous status, for moves that lead back. */
  previousStatus?: Status;
};
