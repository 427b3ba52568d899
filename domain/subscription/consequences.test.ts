import { describe, expect, it } from 'vitest';
import { FAVOURABLE, results } from '../../testing/favourable.ts';
import { decideMove, type Facts, type GuardName, guards, STATUS, transitions } from './index.ts';

// Written a second time from spec 8.3: id | event | actors | guards | effects.
const ROWS = `
01|create|CO|notBlocked intakeActive offerActive noDuplicate withinLimit eligible vacancyFree|openSelectionDocuments
02|create-incomplete|OS|informationMissing|openSelectionDocuments
03|information-completed|CO|informationComplete|
04|tax-required|S|feeDue isNextHead|
05|selection-documents-required|S|selectionDocumentsAsked isNextHead|
06|questionnaire-required|S|questionnaireAttached isNextHead|
07|interview-required|S|interviewOn isNextHead|
08|direct-entry|S|isNextHead|
10|tax-paid|S|feePaid|markTaxPaid
11|tax-waived|S|feeWaived|markTaxPaid
12|manual-payment-requested|COS|manualPaymentAllowed|
13|manual-payment-settled|O|purposeTax|markTaxPaid closeManualPayment
14|manual-payment-refused|O|purposeTax reasonGiven|closeManualPayment
20|selection-documents-approved|OS|selectionDocumentsApproved disciplineAnalysisFavourable|
20|selection-documents-approved|OS|selectionDocumentsApproved disciplineAnalysisFavourable evaluationAhead|
21|analysis-rejected|O|reasonGiven|
30|test-scheduled|CO|kindScheduledTest slotFree|takeSlot
31|test-rescheduled|CO|rescheduleInTime reschedulesLeft slotFree|releaseSlot takeSlot
32|test-missed|OS|testAbsent|releaseSlot
32|slot-cancelled|OS|slotWithdrawn|releaseSlot
32|schedule-invalidated|OS|slotOfOtherPole|releaseSlot
33|test-approved|O|testApproves|
34|test-rejected|O|testRejects|
40|exam-score-approved|SO|kindExamScore examApproves|
41|exam-score-rejected|SO|kindExamScore examRejects|
42|exam-score-bulletin-required|CS|kindExamScore bulletinAccepted|
43|ingress-switched|C|otherIngressOffered switchAllowed|
50|essay-started|CS|kindOnlineEssay|
50|essay-saved|CS|kindOnlineEssay|
50|essay-finished|CS|kindOnlineEssay|
50|essay-timed-out|CS|kindOnlineEssay|
51|essay-approved|OS|essayApproves|
52|essay-rejected|OS|essayRejects|forbidRetakeAfterPlagiarism
53|essay-retake|C|retakeAllowed attemptsLeft intakeActive|
60|questionnaire-submitted|CO|questionnaireValid approvalRequired|
61|questionnaire-submitted|CO|questionnaireValid approvalNotRequired|
62|questionnaire-approved|O|questionnaireAttached|
63|questionnaire-returned|O|reasonGiven|
64|questionnaire-rejected|O|reasonGiven|
65|interview-held|O|interviewAppointed|
66|interview-approved|O|interviewOn|
67|interview-rejected|O|reasonGiven|
68|interview-repeat|O|interviewOn|
70|contract-accepted|C|intakeActive offerActive priceRegistered dataComplete disciplinesComplete guardianComplete vacancyTaken|takeVacancy startPaymentDeadline
71|class-required|S|requiresClass isNextTail|
72|documents-required|S|stageBeforePayment documentsOpen isNextTail|
73|payment-required|S|amountDue isNextTail|
74|payment-waived|S|nothingDue|markPaid cancelOpenCharges confirmClass
75|class-selected|C|classSelected|holdClass
76|documents-approved|S|stageBeforePayment documentsApproved|restartPaymentDeadline
77|documents-approved|S|stageAfterPayment isPaid documentsApproved|
78|payment-confirmed|S|stageAfterPayment documentsOpen|markPaid confirmClass
79|payment-confirmed|S|noDocumentOpen|markPaid confirmClass
80|manual-payment-requested|COS|manualPaymentAllowed|
81|manual-payment-settled|O|purposeEnrollment|markPaid confirmClass closeManualPayment
82|manual-payment-refused|O|purposeEnrollment reasonGiven|closeManualPayment restartPaymentDeadline
83|class-hold-expired|S|classHoldOver noOpenCharge|releaseClass
84|course-changed|CO|courseChangeAllowed courseChangeAfterContract nothingPaid intakeActive offerActive vacancyFree|voidAcceptance cancelOpenCharges undoWaiver releaseClass releaseVacancy
85|payment-deadline-expired|S|paymentDeadlineOver noSlipAwaited classWasFree|cancelOpenCharges releaseClass releaseVacancy
86|intake-expired|S|intakeEnded nothingAwaitsInstitution noEssayRunning|releaseSlot
90|cancel-requested|C|noConfirmedPayment|cancelOpenCharges releaseSlot releaseClass releaseVacancy
91|cancel-requested|C|confirmedPayment leavingOpen|cancelOpenCharges
92|cancel-confirmed|O|refundSettled|releaseSlot releaseClass releaseVacancy
93|cancel-withdrawn|C||restartPaymentDeadline
93|cancel-denied|O|denialAllowed reasonGiven|restartPaymentDeadline
94|blocked|O|reasonGiven|cancelOpenCharges
95|unblocked|O||restartPaymentDeadline
96|disqualified|O|reasonGiven|forbidRetake cancelOpenCharges releaseSlot releaseClass releaseVacancy
98|reinstated|O|cancelledByExpiry notBlocked vacancyFree contractAccepted|markPaidByLateMoney takeVacancy restartPaymentDeadline
98|reinstated|O|cancelledByExpiry notBlocked vacancyFree contractOpen|markPaidByLateMoney restartPaymentDeadline
99|review-granted|O|reviewGranted notBlocked offerActive vacancyFree|allowRetake voidAcceptance`;

it('every row has these guards and these effects in this order', () => {
  const letters = { candidate: 'C', system: 'S', operations: 'O' };
  const written = transitions.map((row) =>
    [
      ...[row.id.replace('TR-', ''), row.event, row.actors.map((actor) => letters[actor]).join('')],
      ...[row.guards.join(' '), row.effects.join(' ')],
    ].join('|'),
  );
  expect(written).toEqual(ROWS.trim().split('\n'));
  for (const { text } of transitions) expect(text).toMatch(/^[A-Z].{5,}/);
});

/** Facts that a guard accepts, facts that it refuses, and its error code if it has one of its own. */
const GUARDS: Record<string, [good: Facts[], bad: Facts[], code?: string]> = {
  notBlocked: [[{ blockedPerson: false }], [{ blockedPerson: true }], 'BLOCKED'],
  intakeActive: [[{ intakeActive: true }], [{ intakeActive: false }], 'INTAKE_INACTIVE'],
  offerActive: [[{ offerActive: true }], [{ offerActive: false }], 'OFFER_INACTIVE'],
  noDuplicate: [[{ duplicate: false }], [{ duplicate: true }], 'SUBSCRIPTION_EXISTS'],
  withinLimit: [[{ limitReached: false }], [{ limitReached: true }], 'LIMIT_REACHED'],
  eligible: [[{ eligible: true }], [{ eligible: false }], 'NOT_ELIGIBLE'],
  vacancyFree: [[{ vacancyFree: true }], [{ vacancyFree: false }], 'NO_VACANCIES'],
  informationComplete: [[{ informationComplete: true }], [{ informationComplete: false }], 'DATA_INCOMPLETE'],
  informationMissing: [[{ informationComplete: false }], [{ informationComplete: true }]],
  feeDue: [
    [{ feeDue: true }, { feeDue: true, feePaid: false }],
    [{ feeDue: false }, { feeDue: true, feePaid: true }],
  ],
  feePaid: [[{ feePaid: true }], [{ feePaid: false }]],
  feeWaived: [[{ feeWaived: true }], [{ feeWaived: false }]],
  purposeTax: [[{ manualPaymentPurpose: 'tax' }], [{ manualPaymentPurpose: 'enrollment' }]],
  purposeEnrollment: [[{ manualPaymentPurpose: 'enrollment' }], [{ manualPaymentPurpose: 'tax' }]],
  reasonGiven: [[{ reasonGiven: true }], [{ reasonGiven: false }]],
  selectionDocumentsAsked: [
    [{ selectionDocuments: true }, { kind: 'document-analysis', selectionDocuments: false }],
    [{ selectionDocuments: false, kind: 'none' }],
  ],
  selectionDocumentsApproved: [
    [{ selectionDocumentsApproved: true }],
    [{ selectionDocumentsApproved: false }],
  ],
  disciplineAnalysisFavourable: [
    [{ disciplineAnalysis: 'favourable' }, { disciplineAnalysis: 'unused' }],
    [{ disciplineAnalysis: 'pending' }, { disciplineAnalysis: 'unfavourable' }],
  ],
  evaluationAhead: [
    [{ kind: 'scheduled-test' }, { kind: 'exam-score', bulletinAsked: false }],
    [
      ...[{ kind: 'scheduled-test', evaluationPassed: true } as const, { kind: 'online-essay' } as const],
      ...[
        { kind: 'exam-score', bulletinAsked: true } as const,
        { kind: 'none', bulletinAsked: false } as const,
      ],
      { kind: 'exam-score', bulletinAsked: false, evaluationPassed: true },
      { kind: 'exam-score' },
    ],
  ],
  kindScheduledTest: [[{ kind: 'scheduled-test' }], [{ kind: 'exam-score' }, { kind: 'none' }]],
  slotFree: [[{ slotFree: true }], [{ slotFree: false }], 'SLOT_FULL'],
  rescheduleInTime: [[{ rescheduleInTime: true }], [{ rescheduleInTime: false }], 'RESCHEDULE_LIMIT'],
  reschedulesLeft: [[{ reschedulesLeft: true }], [{ reschedulesLeft: false }], 'RESCHEDULE_LIMIT'],
  testAbsent: [[{ testAbsent: true }], [{ testAbsent: false }]],
  slotWithdrawn: [[{ slotWithdrawn: true }], [{ slotWithdrawn: false }]],
  slotOfOtherPole: [[{ slotOfOtherPole: true }], [{ slotOfOtherPole: false }]],
  testApproves: [[results(true)], [results(false)]],
  testRejects: [[results(false)], [results(true)]],
  kindExamScore: [[{ kind: 'exam-score' }], [{ kind: 'scheduled-test' }]],
  examApproves: [[results(true)], [results(false)]],
  examRejects: [[results(false)], [results(true)]],
  bulletinAccepted: [[{ bulletinAccepted: true }], [{ bulletinAccepted: false }]],
  otherIngressOffered: [
    [{ otherIngressOffered: true }],
    [{ otherIngressOffered: false }],
    'INGRESS_SWITCH_FAILED',
  ],
  kindOnlineEssay: [[{ kind: 'online-essay' }], [{ kind: 'none' }]],
  essayApproves: [[results(true)], [results(false)]],
  essayRejects: [[results(false)], [results(true)]],
  attemptsLeft: [[{ attemptsLeft: true }], [{ attemptsLeft: false }], 'NO_ATTEMPTS'],
  retakeAllowed: [[{ noRetake: false }], [{ noRetake: true }]],
  questionnaireAttached: [[{ questionnaireAttached: true }], [{ questionnaireAttached: false }]],
  questionnaireValid: [[{ questionnaireValid: true }], [{ questionnaireValid: false }], 'INCOMPLETE'],
  approvalRequired: [[{ questionnaireApprovalRequired: true }], [{ questionnaireApprovalRequired: false }]],
  approvalNotRequired: [
    [{ questionnaireApprovalRequired: false }],
    [{ questionnaireApprovalRequired: true }],
  ],
  interviewOn: [[{ interviewOn: true }], [{ interviewOn: false }]],
  interviewAppointed: [[{ interviewAppointed: true }], [{ interviewAppointed: false }]],
  priceRegistered: [[{ priceRegistered: true }], [{ priceRegistered: false }], 'PRICE_NOT_REGISTERED'],
  dataComplete: [[{ dataComplete: true }], [{ dataComplete: false }], 'DATA_INCOMPLETE'],
  disciplinesComplete: [
    [{ usesDisciplines: false }, { usesDisciplines: true, disciplinesComplete: true }],
    [{ usesDisciplines: true }, { usesDisciplines: true, disciplinesComplete: false }],
    'DATA_INCOMPLETE',
  ],
  guardianComplete: [
    [{ minor: false }, { minor: true, guardianComplete: true }],
    [{ minor: true }, { minor: true, guardianComplete: false }],
    'GUARDIAN_REQUIRED',
  ],
  vacancyTaken: [[{ vacancyTaken: true }], [{ vacancyTaken: false }], 'NO_VACANCIES'],
  requiresClass: [[{ requiresClass: true }], [{ requiresClass: false }]],
  classSelected: [[{ classSelected: true }], [{ classSelected: false }], 'CLASS_UNAVAILABLE'],
  classHoldOver: [[{ classHoldOver: true }], [{ classHoldOver: false }]],
  noOpenCharge: [[{ openCharge: false }], [{ openCharge: true }]],
  stageBeforePayment: [
    [{ documentStage: 'before-payment' }],
    [{ documentStage: 'after-payment' }, { documentStage: 'none' }],
  ],
  stageAfterPayment: [
    [{ documentStage: 'after-payment' }],
    [{ documentStage: 'before-payment' }, { documentStage: 'none' }],
  ],
  documentsOpen: [[{ documentsOpen: true }], [{ documentsOpen: false }]],
  documentsApproved: [[{ documentsOpen: false }], [{ documentsOpen: true }]],
  noDocumentOpen: [
    [
      ...[
        { documentStage: 'none' } as const,
        { documentStage: 'before-payment', documentsOpen: true } as const,
      ],
      { documentStage: 'after-payment', documentsOpen: false },
    ],
    [
      { documentStage: 'after-payment' },
      { documentStage: 'after-payment', documentsOpen: true },
      { documentsOpen: false },
    ],
  ],
  amountDue: [[{ amountDue: 1 }], [{ amountDue: 0 }]],
  nothingDue: [[{ amountDue: 0 }], [{ amountDue: 1 }]],
  isPaid: [[{ isPaid: true }], [{ isPaid: false }]],
  courseChangeAllowed: [
    [{ courseChangeAllowed: true }],
    [{ courseChangeAllowed: false }],
    'CHANGE_UNAVAILABLE',
  ],
  courseChangeAfterContract: [
    [{ courseChangeAfterContract: true }],
    [{ courseChangeAfterContract: false }],
    'CHANGE_UNAVAILABLE',
  ],
  nothingPaid: [[{ confirmedPayment: false }], [{ confirmedPayment: true }], 'CHANGE_UNAVAILABLE'],
  paymentDeadlineOver: [[{ paymentDeadlineOver: true }], [{ paymentDeadlineOver: false }]],
  noSlipAwaited: [[{ slipAwaited: false }], [{ slipAwaited: true }]],
  intakeEnded: [[{ intakeEnded: true }], [{ intakeEnded: false }]],
  nothingAwaitsInstitution: [[{ awaitsInstitution: false }], [{ awaitsInstitution: true }]],
  noEssayRunning: [[{ essayRunning: false }], [{ essayRunning: true }]],
  noConfirmedPayment: [[{ confirmedPayment: false }], [{ confirmedPayment: true }]],
  confirmedPayment: [[{ confirmedPayment: true }], [{ confirmedPayment: false }]],
  refundSettled: [
    [{ refundDue: false }, { refundDue: true, refundRegistered: true }],
    [{ refundDue: true }, { refundDue: true, refundRegistered: false }],
  ],
  denialAllowed: [[{ denialAllowed: true }], [{ denialAllowed: false }]],
  cancelledByExpiry: [[{ cancelledByExpiry: true }], [{ cancelledByExpiry: false }]],
  contractAccepted: [[{ contractAccepted: true }], [{ contractAccepted: false }]],
  contractOpen: [[{ contractAccepted: false }], [{ contractAccepted: true }]],
  reviewGranted: [[{ reviewGranted: true }], [{ reviewGranted: false }]],
};

describe('a guard', () => {
  it.each(Object.entries(GUARDS))(
    '%s distinguishes good facts from bad and missing ones',
    (name, [good, bad, code]) => {
      const { test, code: own } = guards[name as GuardName];
      const context = { from: STATUS.Evaluated, to: STATUS.TermsAccepted, actor: 'candidate' } as const;
      expect(good.map((facts) => test(facts, context))).toEqual(good.map(() => true));
      expect([...bad, {}].map((facts) => test(facts, context))).toEqual([...bad, {}].map(() => false));
      expect(own).toBe(code ?? 'TRANSITION_NOT_ALLOWED');
    },
  );

  it('that depends on the current status does so', () => {
    const test = (name: GuardName, from: number, facts: Facts) =>
      guards[name].test(facts, { from: from as 1, to: STATUS.Subscribed, actor: 'candidate' });
    expect([1, 3, 9, 21].map((from) => test('switchAllowed', from, { noRetake: true }))).toEqual([
      ...[true, true, false, true],
    ]);
    expect(test('switchAllowed', 9, { noRetake: false })).toBe(true);
    expect([6, 17, 21].map((from) => test('classWasFree', from, { classFree: false }))).toEqual([
      ...[true, true, false],
    ]);
    expect(test('classWasFree', 21, { classFree: true })).toBe(true);
    expect([3, 6, 7, 11].map((from) => test('confirmedPayment', from, {}))).toEqual([
      ...[false, false, true, true],
    ]);
    expect([3, 5, 7, 11].map((from) => test('leavingOpen', from, {}))).toEqual([true, true, false, true]);
    expect(test('leavingOpen', 7, { leavingOpen: true })).toBe(true);
  });

  it('is described in the documentation', () => {
    for (const { text } of Object.values(guards)) expect(text).toMatch(/^[a-zA-Z].{3,}/);
    expect(Object.keys(guards).filter((name) => !(name in GUARDS))).toEqual([
      ...['isNextHead', 'isNextTail', 'manualPaymentAllowed', 'switchAllowed', 'classWasFree', 'leavingOpen'],
    ]);
  });
});

describe('effects of entering a status', () => {
  const effects = (
    type: 'tax' | 'extension' | 'graduation',
    from: number | null,
    event: string,
    facts: Facts,
  ) => {
    const all: Facts = { ...FAVOURABLE, ...results(true), ...facts };
    const actor = transitions.find((row) => row.event === event)?.actors[0] ?? 'system';
    const decision = decideMove({ type, from: from as 1, event: event as 'create', actor, facts: all });
    return decision.allowed ? [decision.to, ...decision.effects] : decision.code;
  };
  const paid: Facts = { feePaid: true, kind: 'none' };
  /** Only the move itself knows what is being paid. */
  const OWED: Facts = {
    ...{ manualPaymentPurpose: 'enrollment', requiresClass: false, amountDue: 36_000, isPaid: false },
    ...{ documentStage: 'none', feeDue: true, feePaid: false },
  };
  it.each<[Parameters<typeof effects>, unknown]>([
    [
      ['tax', 17, 'tax-paid', { ...paid, selectionDocuments: true }],
      [10, 'markTaxPaid', 'openSelectionDocuments'],
    ],
    [
      ['tax', 17, 'tax-paid', { ...paid, questionnaireAttached: true }],
      [16, 'markTaxPaid', 'openQuestionnaire'],
    ],
    [
      ['tax', 17, 'tax-paid', { ...paid, interviewOn: true }],
      [18, 'markTaxPaid', 'openInterview'],
    ],
    [
      ['tax', 17, 'tax-paid', paid],
      [3, 'markTaxPaid'],
    ],
    [
      ['tax', 19, 'interview-repeat', { interviewOn: true }],
      [18, 'openInterview'],
    ],
    [
      ['tax', 20, 'questionnaire-returned', {}],
      [16, 'openQuestionnaire'],
    ],
    [
      ['graduation', 6, 'payment-confirmed', { documentStage: 'after-payment', documentsOpen: true }],
      [5, 'markPaid', 'confirmClass', 'openEnrolmentDocuments'],
    ],
    [
      ['extension', 6, 'payment-confirmed', { documentStage: 'none' }],
      [7, 'markPaid', 'confirmClass', 'handOver'],
    ],
    [
      [
        'graduation',
        5,
        'payment-waived',
        { amountDue: 0, requiresClass: false, documentStage: 'after-payment', documentsOpen: true },
      ],
      [5, 'markPaid', 'cancelOpenCharges', 'confirmClass'],
    ],
    [
      ['graduation', 8, 'unblocked', { previousStatus: 5 }],
      [5, 'restartPaymentDeadline'],
    ],
    [
      ['extension', 11, 'manual-payment-settled', OWED],
      [7, 'markPaid', 'confirmClass', 'closeManualPayment', 'handOver'],
    ],
    [
      ['tax', 11, 'manual-payment-settled', { ...OWED, kind: 'none', manualPaymentPurpose: 'tax' }],
      [3, 'markTaxPaid', 'closeManualPayment'],
    ],
    [['graduation', 8, 'unblocked', { previousStatus: undefined }], 'TRANSITION_NOT_ALLOWED'],
    [
      [
        'graduation',
        21,
        'class-selected',
        {
          classSelected: true,
          requiresClass: true,
          amountDue: 5,
          isPaid: false,
          documentStage: 'before-payment',
          documentsOpen: true,
        },
      ],
      [5, 'holdClass', 'openEnrolmentDocuments'],
    ],
    [
      [
        'graduation',
        21,
        'class-selected',
        { classSelected: true, requiresClass: true, amountDue: 5, isPaid: false, documentStage: 'none' },
      ],
      [6, 'holdClass', 'restartClassHold'],
    ],
  ])('%j: %j', (move, expected) => {
    expect(effects(...move)).toEqual(expected);
  });

  it.each([
    [{ documentStage: 'before-payment', documentsOpen: true, amountDue: 5 }, 'TR-72'],
    [{ documentStage: 'none', amountDue: 5 }, 'TR-73'],
    [{ documentStage: 'none', amountDue: 0 }, 'TR-74'],
  ] as [Facts, string][])('the choice of a class with %j is recorded with %s', (facts, id) => {
    const all = { ...FAVOURABLE, classSelected: true, requiresClass: true, isPaid: false, ...facts };
    const move = { type: 'extension', from: STATUS.PendingClassSelection, actor: 'candidate' } as const;
    expect(decideMove({ ...move, event: 'class-selected', facts: all })).toMatchObject({
      transition: { id: 'TR-75' },
      together: { id },
    });
  });
});
