import type { Status } from './statuses.ts';
import type { DocumentStage, IngressKind } from './types.ts';

/**
 * What the guards look at. Every fact is optional: a guard whose fact is missing refuses, so a capability
 * that is not there yet cannot be passed by accident.
 */
export type Facts = {
  kind?: IngressKind;

  /** Creation and everything that starts anew (spec 7.1). */
  blockedPerson?: boolean;
  intakeActive?: boolean;
  offerActive?: boolean;
  duplicate?: boolean;
  limitReached?: boolean;
  eligible?: boolean;
  vacancyFree?: boolean;
  /** All mandatory data of the person are valid. */
  informationComplete?: boolean;

  /** Fee of type tax: a price above zero after vouchers, and its payment. */
  feeDue?: boolean;
  feePaid?: boolean;
  feeWaived?: boolean;

  /** Selection documents are asked (listed by the offer); all required ones approved. */
  selectionDocuments?: boolean;
  selectionDocumentsApproved?: boolean;
  disciplineAnalysis?: 'unused' | 'pending' | 'favourable' | 'unfavourable';

  questionnaireAttached?: boolean;
  /** Nothing of the questionnaire is open: submitted without approval needed, or approved. */
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
  /** The bulletin is among the documents: its review leads to the result, and not back to the look-up. */
  bulletinAsked?: boolean;
  essay?: { score: number; minimum: number; plagiarism: boolean };
  attemptsLeft?: boolean;
  /** The refusal is for plagiarism or a disqualification: no retake, no switch. */
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

  /** Tail: class, documents, payment. */
  requiresClass?: boolean;
  classSelected?: boolean;
  classFree?: boolean;
  classHoldOver?: boolean;
  documentStage?: DocumentStage;
  /** A required enrolment document is neither approved nor waived. */
  documentsOpen?: boolean;
  /** What is still owed now, in cents; 0 = nothing. */
  amountDue?: number;
  isPaid?: boolean;
  openCharge?: boolean;
  manualPaymentEnabled?: boolean;
  amountMismatch?: boolean;
  /** Purpose of the open manual payment. */
  manualPaymentPurpose?: 'tax' | 'enrollment';
  paymentDeadlineOver?: boolean;
  /** A slip may still be settled: payable day plus two business days not over. */
  slipAwaited?: boolean;

  /** Change, expiry, cancellation. */
  courseChangeAllowed?: boolean;
  courseChangeAfterContract?: boolean;
  intakeEnded?: boolean;
  /** Something awaits the institution, whose delay must not harm the candidate. */
  awaitsInstitution?: boolean;
  /** An essay was begun and neither delivered nor closed: its hour is the candidate's, whatever ends meanwhile. */
  essayRunning?: boolean;
  /** Some payment (fee or enrolment) is confirmed and not refunded. */
  confirmedPayment?: boolean;
  /** Status 7: before class start or within 7 days of the acceptance, whichever is later. */
  leavingOpen?: boolean;
  refundDue?: boolean;
  refundRegistered?: boolean;
  /** From the first day of classes on and outside the right of withdrawal. */
  denialAllowed?: boolean;
  cancelledByExpiry?: boolean;
  reasonGiven?: boolean;
  /** Status before the present one, for the moves that lead back. */
  previousStatus?: Status;
};
