import { type Facts, type IngressKind, STATUS, type Status } from '@orbita/domain/subscription';

/** Previous status in `FAVOURABLE`. */
export const PREVIOUS: Status = STATUS.EnrollmentPending;

/** Facts that satisfy every guard. */
export const FAVOURABLE: Facts = {
  blockedPerson: false,
  intakeActive: true,
  offerActive: true,
  duplicate: false,
  limitReached: false,
  eligible: true,
  vacancyFree: true,
  feeDue: true,
  feeWaived: true,
  disciplineAnalysis: 'favourable',
  questionnaireValid: true,
  interviewAppointed: true,
  slotFree: true,
  rescheduleInTime: true,
  reschedulesLeft: true,
  testAbsent: true,
  slotWithdrawn: true,
  slotOfOtherPole: true,
  bulletinAccepted: true,
  bulletinAsked: false,
  attemptsLeft: true,
  noRetake: false,
  otherIngressOffered: true,
  priceRegistered: true,
  dataComplete: true,
  minor: false,
  usesDisciplines: false,
  vacancyTaken: true,
  contractAccepted: true,
  classFree: true,
  classHoldOver: true,
  openCharge: false,
  manualPaymentEnabled: true,
  amountMismatch: true,
  paymentDeadlineOver: true,
  slipAwaited: false,
  courseChangeAllowed: true,
  courseChangeAfterContract: true,
  intakeEnded: true,
  awaitsInstitution: false,
  essayRunning: false,
  leavingOpen: true,
  refundDue: false,
  denialAllowed: true,
  cancelledByExpiry: true,
  reasonGiven: true,
  reviewGranted: true,
  previousStatus: PREVIOUS,
};

export const KINDS: IngressKind[] = [
  'online-essay',
  'scheduled-test',
  'exam-score',
  'document-analysis',
  'none',
];

/** Results of an evaluation, approving and not. */
export const results = (good: boolean): Facts => ({
  test: { score: good ? 640 : 100, minimum: 200 },
  exam: { average: good ? 620 : 380, essay: 500, minimumAverage: 450, minimumEssay: 1, yearAccepted: true },
  essay: { score: good ? 720 : 150, minimum: 200, plagiarism: false },
  questionnaireApprovalRequired: good,
  informationComplete: good,
  confirmedPayment: !good,
});
