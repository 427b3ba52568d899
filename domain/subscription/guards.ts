import type { Facts } from './facts.ts';
import { nextHead, nextTail } from './gates.ts';
import { STATUS, type Status } from './statuses.ts';
import type { Actor } from './types.ts';

/** Codes of a refused move; each is also in the protocol's error catalogue. */
export type RefusalCode =
  | 'TRANSITION_NOT_ALLOWED'
  | 'BLOCKED'
  | 'INTAKE_INACTIVE'
  | 'OFFER_INACTIVE'
  | 'SUBSCRIPTION_EXISTS'
  | 'LIMIT_REACHED'
  | 'NOT_ELIGIBLE'
  | 'NO_VACANCIES'
  | 'DATA_INCOMPLETE'
  | 'GUARDIAN_REQUIRED'
  | 'PRICE_NOT_REGISTERED'
  | 'SLOT_FULL'
  | 'RESCHEDULE_LIMIT'
  | 'NO_ATTEMPTS'
  | 'INGRESS_SWITCH_FAILED'
  | 'INCOMPLETE'
  | 'CLASS_UNAVAILABLE'
  | 'CHANGE_UNAVAILABLE'
  | 'CONTRACT_NOT_ACCEPTED';

type GuardContext = { from: Status | null; to: Status; actor: Actor };

type Guard = { code: RefusalCode; text: string; test: (facts: Facts, context: GuardContext) => boolean };

const guard = (text: string, test: Guard['test'], code: RefusalCode = 'TRANSITION_NOT_ALLOWED'): Guard => ({
  code,
  text,
  test,
});

/** Whether an essay is approved: at least the minimum, above zero, no plagiarism (spec 10.1). */
export const essayApproves = (essay: NonNullable<Facts['essay']>): boolean =>
  !essay.plagiarism && essay.score > 0 && essay.score >= essay.minimum;

/** Whether an exam score is approved: average and essay at least the minimums, essay above zero, year accepted (spec 9.2). */
export const examApproves = (exam: NonNullable<Facts['exam']>): boolean =>
  exam.yearAccepted &&
  exam.average >= exam.minimumAverage &&
  exam.essay > 0 &&
  exam.essay >= exam.minimumEssay;

/** Whether a scheduled test is approved: at least the minimum, and an essay part, if any, above zero (TR-33). */
export const testApproves = (test: NonNullable<Facts['test']>): boolean =>
  test.score >= test.minimum && (test.essayScore ?? 1) > 0;

/** Named guards of the transition table. A guard refuses when its fact is missing. */
export const guards = {
  notBlocked: guard('person not blocked', (facts) => facts.blockedPerson === false, 'BLOCKED'),
  intakeActive: guard('intake active', (facts) => facts.intakeActive === true, 'INTAKE_INACTIVE'),
  offerActive: guard('offer active', (facts) => facts.offerActive === true, 'OFFER_INACTIVE'),
  noDuplicate: guard(
    'no active application for it',
    (facts) => facts.duplicate === false,
    'SUBSCRIPTION_EXISTS',
  ),
  withinLimit: guard(
    'limit of active applications',
    (facts) => facts.limitReached === false,
    'LIMIT_REACHED',
  ),
  eligible: guard('eligible', (facts) => facts.eligible === true, 'NOT_ELIGIBLE'),
  vacancyFree: guard('vacancy free', (facts) => facts.vacancyFree === true, 'NO_VACANCIES'),
  informationComplete: guard(
    'all mandatory data valid',
    (facts) => facts.informationComplete === true,
    'DATA_INCOMPLETE',
  ),
  informationMissing: guard('mandatory data missing', (facts) => facts.informationComplete === false),

  isNextHead: guard(
    'first unmet gate before 3',
    (facts, { from, to }) => nextHead(facts, from ?? undefined) === to,
  ),
  isNextTail: guard('first unmet gate after 4', (facts, { to }) => nextTail(facts) === to),

  feeDue: guard('fee price > 0 and not paid', (facts) => facts.feeDue === true && facts.feePaid !== true),
  feePaid: guard('payment confirmed', (facts) => facts.feePaid === true),
  feeWaived: guard('voucher brings the fee to zero', (facts) => facts.feeWaived === true),
  manualPaymentAllowed: guard(
    'enabled (candidate), amount mismatch (system), reason given (operations)',
    (facts, { actor }) =>
      actor === 'candidate'
        ? facts.manualPaymentEnabled === true
        : actor === 'system'
          ? facts.amountMismatch === true
          : facts.reasonGiven === true,
  ),
  purposeTax: guard('open manual payment of purpose tax', (facts) => facts.manualPaymentPurpose === 'tax'),
  purposeEnrollment: guard(
    'open manual payment of purpose enrolment',
    (facts) => facts.manualPaymentPurpose === 'enrollment',
  ),
  reasonGiven: guard('reason given', (facts) => facts.reasonGiven === true),

  selectionDocumentsAsked: guard(
    'ingress document-analysis, or offer lists selection documents',
    (facts) => facts.kind === 'document-analysis' || facts.selectionDocuments === true,
  ),
  selectionDocumentsApproved: guard(
    'all required selection documents approved',
    (facts) => facts.selectionDocumentsApproved === true,
  ),
  disciplineAnalysisFavourable: guard(
    'discipline analysis favourable when used',
    (facts) => facts.disciplineAnalysis === 'favourable' || facts.disciplineAnalysis === 'unused',
  ),

  evaluationAhead: guard(
    'test, or exam score without bulletin, still ahead',
    (facts) =>
      facts.evaluationPassed !== true &&
      (facts.kind === 'scheduled-test' || (facts.kind === 'exam-score' && facts.bulletinAsked === false)),
  ),

  kindScheduledTest: guard('ingress kind scheduled-test', (facts) => facts.kind === 'scheduled-test'),
  slotFree: guard('free slot of offer and pole', (facts) => facts.slotFree === true, 'SLOT_FULL'),
  rescheduleInTime: guard(
    'at least RescheduleLimitHours before',
    (facts) => facts.rescheduleInTime === true,
    'RESCHEDULE_LIMIT',
  ),
  reschedulesLeft: guard(
    'at most RescheduleMaxTimes',
    (facts) => facts.reschedulesLeft === true,
    'RESCHEDULE_LIMIT',
  ),
  testAbsent: guard('absence registered', (facts) => facts.testAbsent === true),
  slotWithdrawn: guard('slot withdrawn', (facts) => facts.slotWithdrawn === true),
  slotOfOtherPole: guard('slot not of the new pole', (facts) => facts.slotOfOtherPole === true),
  testApproves: guard(
    'score >= minimum and essay part > 0',
    (facts) => facts.test !== undefined && testApproves(facts.test),
  ),
  testRejects: guard('otherwise', (facts) => facts.test !== undefined && !testApproves(facts.test)),

  kindExamScore: guard('ingress kind exam-score', (facts) => facts.kind === 'exam-score'),
  examApproves: guard(
    'average >= minimum, essay >= minimum, year accepted',
    (facts) => facts.exam !== undefined && examApproves(facts.exam),
  ),
  examRejects: guard(
    'below minimum or essay 0',
    (facts) => facts.exam !== undefined && !examApproves(facts.exam),
  ),
  bulletinAccepted: guard(
    'look-up without result, bulletin accepted',
    (facts) => facts.bulletinAccepted === true,
  ),
  otherIngressOffered: guard(
    'other ingress kind offered in the same intake and course',
    (facts) => facts.otherIngressOffered === true,
    'INGRESS_SWITCH_FAILED',
  ),
  switchAllowed: guard(
    'from 9 not after plagiarism or disqualification',
    (facts, { from }) => from !== STATUS.Unqualified || facts.noRetake === false,
  ),

  kindOnlineEssay: guard('ingress kind online-essay', (facts) => facts.kind === 'online-essay'),
  essayApproves: guard(
    'score >= EssayMinScore, > 0, no plagiarism',
    (facts) => facts.essay !== undefined && essayApproves(facts.essay),
  ),
  essayRejects: guard('otherwise', (facts) => facts.essay !== undefined && !essayApproves(facts.essay)),
  attemptsLeft: guard('attempts left', (facts) => facts.attemptsLeft === true, 'NO_ATTEMPTS'),
  retakeAllowed: guard('no plagiarism, no disqualification', (facts) => facts.noRetake === false),

  questionnaireAttached: guard('questionnaire attached', (facts) => facts.questionnaireAttached === true),
  questionnaireValid: guard('valid', (facts) => facts.questionnaireValid === true, 'INCOMPLETE'),
  approvalRequired: guard('approval required', (facts) => facts.questionnaireApprovalRequired === true),
  approvalNotRequired: guard(
    'approval not required',
    (facts) => facts.questionnaireApprovalRequired === false,
  ),
  interviewOn: guard('interview on', (facts) => facts.interviewOn === true),
  interviewAppointed: guard('appointment exists', (facts) => facts.interviewAppointed === true),

  priceRegistered: guard(
    "course value 'Ok'",
    (facts) => facts.priceRegistered === true,
    'PRICE_NOT_REGISTERED',
  ),
  dataComplete: guard('data complete', (facts) => facts.dataComplete === true, 'DATA_INCOMPLETE'),
  disciplinesComplete: guard(
    'disciplines chosen if used',
    (facts) => facts.usesDisciplines === false || facts.disciplinesComplete === true,
    'DATA_INCOMPLETE',
  ),
  guardianComplete: guard(
    'guardian if under 18',
    (facts) => facts.minor === false || facts.guardianComplete === true,
    'GUARDIAN_REQUIRED',
  ),
  vacancyTaken: guard('vacancy taken', (facts) => facts.vacancyTaken === true, 'NO_VACANCIES'),

  requiresClass: guard('offer requires class', (facts) => facts.requiresClass === true),
  classSelected: guard('slot reserved', (facts) => facts.classSelected === true, 'CLASS_UNAVAILABLE'),
  classHoldOver: guard('hold over', (facts) => facts.classHoldOver === true),
  noOpenCharge: guard('no open charge', (facts) => facts.openCharge === false),
  stageBeforePayment: guard('stage before-payment', (facts) => facts.documentStage === 'before-payment'),
  stageAfterPayment: guard('stage after-payment', (facts) => facts.documentStage === 'after-payment'),
  documentsOpen: guard('required documents open', (facts) => facts.documentsOpen === true),
  documentsApproved: guard('all required approved', (facts) => facts.documentsOpen === false),
  noDocumentOpen: guard(
    'no document open that is due after payment',
    (facts) =>
      facts.documentStage !== undefined &&
      (facts.documentStage !== 'after-payment' || facts.documentsOpen === false),
  ),
  amountDue: guard('amount due > 0', (facts) => facts.amountDue !== undefined && facts.amountDue > 0),
  nothingDue: guard('amount due = 0', (facts) => facts.amountDue === 0),
  isPaid: guard('paid', (facts) => facts.isPaid === true),

  courseChangeAllowed: guard(
    'AllowCourseUpdate or AllowPoleUpdate',
    (facts) => facts.courseChangeAllowed === true,
    'CHANGE_UNAVAILABLE',
  ),
  courseChangeAfterContract: guard(
    'CourseChangeAfterContract',
    (facts) => facts.courseChangeAfterContract === true,
    'CHANGE_UNAVAILABLE',
  ),
  nothingPaid: guard('nothing paid', (facts) => facts.confirmedPayment === false, 'CHANGE_UNAVAILABLE'),
  paymentDeadlineOver: guard(
    'payment deadline or intake end over',
    (facts) => facts.paymentDeadlineOver === true,
  ),
  noSlipAwaited: guard('no open slip that may still be settled', (facts) => facts.slipAwaited === false),
  classWasFree: guard(
    'from 21 only while a class has a free place, of which who waited for one was notified',
    (facts, { from }) => from !== STATUS.PendingClassSelection || facts.classFree === true,
  ),
  intakeEnded: guard('intake ended', (facts) => facts.intakeEnded === true),
  nothingAwaitsInstitution: guard(
    'nothing awaits the institution',
    (facts) => facts.awaitsInstitution === false,
  ),
  noEssayRunning: guard('no essay is being written', (facts) => facts.essayRunning === false),
  noConfirmedPayment: guard('no confirmed payment', (facts) => facts.confirmedPayment === false),
  confirmedPayment: guard(
    'confirmed payment, or from 7 or 11',
    (facts, { from }) =>
      facts.confirmedPayment === true || from === STATUS.ManualPaymentPending || from === STATUS.Enrolled,
  ),
  leavingOpen: guard(
    'from 7 until class start or 7 days after acceptance, whichever later',
    (facts, { from }) => from !== STATUS.Enrolled || facts.leavingOpen === true,
  ),
  refundSettled: guard(
    'refund registered when due',
    (facts) => facts.refundDue === false || facts.refundRegistered === true,
  ),
  denialAllowed: guard(
    'from the first day of classes on, outside the right of withdrawal',
    (facts) => facts.denialAllowed === true,
  ),
  cancelledByExpiry: guard('cancelled by expiry', (facts) => facts.cancelledByExpiry === true),
  reviewGranted: guard('another grader than the first approved', (facts) => facts.reviewGranted === true),
  contractAccepted: guard('contract accepted', (facts) => facts.contractAccepted === true),
  contractOpen: guard('no contract accepted', (facts) => facts.contractAccepted === false),
} as const satisfies Record<string, Guard>;

export type GuardName = keyof typeof guards;
