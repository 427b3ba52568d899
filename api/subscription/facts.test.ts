import { describe, expect, it } from 'vitest';
import {
  at,
  BOOKED,
  type Change,
  NOW,
  PLACES,
  paper,
  priceOf,
  ROW,
  rowOf,
  set,
  step,
} from '../../testing/state-row.ts';
import { askedDocuments, awaitsInstitution, dueOf, factsOfState } from './facts.ts';

describe('the facts of an application', () => {
  it('are all present from the beginning', () => {
    expect(factsOfState(ROW, NOW)).toEqual({
      kind: 'online-essay',
      intakeActive: true,
      intakeEnded: false,
      offerActive: true,
      vacancyFree: true,
      vacancyTaken: true,
      minor: false,
      questionnaireAttached: false,
      questionnaireApprovalRequired: true,
      interviewOn: false,
      interviewAppointed: false,
      requiresClass: false,
      courseChangeAllowed: false,
      courseChangeAfterContract: true,
      manualPaymentEnabled: false,
      attemptsLeft: true,
      awaitsInstitution: false,
      essayRunning: false,
      evaluationPassed: false,
      questionnaireDone: false,
      interviewDone: false,
      cancelledByExpiry: false,
      selectionDocuments: false,
      bulletinAsked: false,
      selectionDocumentsApproved: false,
      disciplineAnalysis: 'unused',
      documentStage: 'after-payment',
      feeDue: false,
      feePaid: false,
      priceRegistered: true,
      amountDue: 36_000,
      isPaid: false,
      openCharge: false,
      slipAwaited: false,
      paymentDeadlineOver: false,
      confirmedPayment: false,
      leavingOpen: true,
      denialAllowed: false,
      contractAccepted: false,
      otherIngressOffered: false,
      noRetake: false,
    });
  });

  it.each<[string, Change, object, Date?]>([
    ['before the intake', { intake_start: '2026-01-13' }, { intakeActive: false, intakeEnded: false }],
    ['on its first day', { intake_start: '2026-01-12' }, { intakeActive: true }],
    ['suspended', { intake_suspended: true }, { intakeActive: false }],
    [
      'on the last day',
      {},
      { intakeActive: true, intakeEnded: false, paymentDeadlineOver: false },
      at('2026-02-13T23:59:59-03:00'),
    ],
    [
      'after it',
      {},
      { intakeActive: false, intakeEnded: true, paymentDeadlineOver: true },
      at('2026-02-14T00:00:00-03:00'),
    ],
    ['closed', { offer_open: false }, { offerActive: false }],
    ['full', { vacancies_left: 0 }, { vacancyFree: false, vacancyTaken: false }],
    [
      'full, with a place',
      { vacancies_left: 0, holds_place: true },
      { vacancyFree: true, vacancyTaken: true },
    ],
    ['of a minor', { person_birth_date: '2008-01-13' }, { minor: true }],
    ['of an adult since today', { person_birth_date: '2008-01-12' }, { minor: false }],
    ['of nobody knows which age', { person_birth_date: null }, { minor: false }],
    ['with a questionnaire', { questionnaire_template_id: 1 }, { questionnaireAttached: true }],
    [
      'whose questionnaire nobody approves',
      { settings: [set('QuestionnaireApprovalRequired', false)] },
      { questionnaireApprovalRequired: false },
    ],
    ['with an interview', { interview: true }, { interviewOn: true, interviewAppointed: false }],
    ['with an appointment', { interview_state: 'scheduled' }, { interviewAppointed: true }],
    ['that asked for one', { interview_state: 'requested' }, { interviewAppointed: false }],
    [
      'whose settings allow all',
      {
        settings: [
          set('AllowPoleUpdate', true),
          set('CourseChangeAfterContract', false),
          set('ManualPaymentEnabled', true),
        ],
      },
      { courseChangeAllowed: true, courseChangeAfterContract: false, manualPaymentEnabled: true },
    ],
    ['after three essays', { essays_used: 3 }, { attemptsLeft: false }],
    ['after three essays and one granted', { essays_used: 3, essays_granted: 1 }, { attemptsLeft: true }],
    ['without another try', { no_retake: true }, { attemptsLeft: false, noRetake: true }],
    ['with one attempt', { essays_used: 1, settings: [set('EssayMaxAttempts', 1)] }, { attemptsLeft: false }],
    ['in writing', { essay_state: 'in-progress' }, { essayRunning: true }],
    ['in writing, and further', { essay_state: 'in-progress', status: 3 }, { essayRunning: false }],
    ['written', { essay_state: 'finished' }, { essayRunning: false }],
    ['with a fee', { application_type: 'tax', prices: [priceOf('tax', 100)] }, { feeDue: true }],
    ['with a fee of nothing', { application_type: 'tax', prices: [priceOf('tax', 0)] }, { feeDue: false }],
    ['with a fee nobody set', { application_type: 'tax' }, { feeDue: false }],
    [
      'with a price of a fee only',
      { prices: [priceOf('tax', 100)] },
      { feeDue: false, priceRegistered: false },
    ],
    ['with a paid fee', { is_tax_paid: true }, { feePaid: true }],
    [
      'paid',
      { is_paid: true, confirmed_payment: true },
      { isPaid: true, amountDue: 0, confirmedPayment: true },
    ],
    ['charged', { open_charge: true }, { openCharge: true, slipAwaited: false }],
    ['charged by slip', { open_charge: true, open_slip: true }, { slipAwaited: true }],
    ['charged by slip until now', { open_slip: true, open_slip_until: NOW }, { slipAwaited: true }],
    [
      'charged by a slip that no bank reports any more',
      { open_slip: true, open_slip_until: new Date(NOW.getTime() - 1) },
      { slipAwaited: false },
    ],
    ['to be paid until now', { payment_deadline: NOW }, { paymentDeadlineOver: false }],
    ['overdue', { payment_deadline: new Date(NOW.getTime() - 1) }, { paymentDeadlineOver: true }],
    ['accepted', { accepted_at: NOW, documents: [] }, { contractAccepted: true, documentsOpen: false }],
    [
      'accepted, with papers open',
      { accepted_at: NOW, documents: [paper('enrollment', 'sent')] },
      { documentsOpen: true },
    ],
    [
      'accepted, with papers closed',
      {
        accepted_at: NOW,
        documents: [
          paper('enrollment', 'approved'),
          paper('enrollment', 'waived'),
          paper('enrollment', 'pending', { required: false }),
          paper('selection', 'pending'),
        ],
      },
      { documentsOpen: false, selectionDocuments: true, selectionDocumentsApproved: false },
    ],
    [
      'whose selection papers are right',
      { documents: [paper('selection', 'approved'), paper('enrollment', 'pending')] },
      { selectionDocuments: true, selectionDocumentsApproved: true, bulletinAsked: false },
    ],
    [
      'whose bulletin is asked for',
      { status: 10, documents: [paper('selection', 'pending', { code: 'BOLETIM-ENEM' })] },
      { selectionDocuments: true, bulletinAsked: true },
    ],
    [
      'whose bulletin is a choice',
      { documents: [paper('selection', 'pending', { code: 'BOLETIM-ENEM' })] },
      { selectionDocuments: false, bulletinAsked: false },
    ],
    [
      'whose bulletin need not be',
      { status: 10, documents: [paper('selection', 'sent', { code: 'BOLETIM-ENEM', required: false })] },
      { selectionDocuments: true, bulletinAsked: false, selectionDocumentsApproved: true },
    ],
    [
      'of an offer of classes',
      { requires_class: true, class: PLACES },
      { requiresClass: true, classSelected: false, classFree: true, classHoldOver: false },
    ],
    [
      'that waits for a class',
      { class: { ...PLACES, waiting: true } },
      { classFree: false, classSelected: false },
    ],
    ['without a class left', { class: { ...PLACES, free: false } }, { classFree: false }],
    [
      'whose class is held',
      { class: { ...PLACES, id: 3, state: 'held', ends: '2026-01-12T13:00:00.001Z' } },
      { classSelected: true, classHoldOver: false },
    ],
    [
      'whose class was held',
      { class: { ...PLACES, id: 3, state: 'held', ends: '2026-01-12T13:00:00Z' } },
      { classSelected: true, classHoldOver: true },
    ],
    [
      'whose class is its own',
      { class: { ...PLACES, id: 3, state: 'confirmed', ends: '2026-01-12T13:00:00Z' } },
      { classHoldOver: false },
    ],
    ['whose class has no end', { class: { ...PLACES, id: 3, state: 'held' } }, { classHoldOver: false }],
    ['passed by essay', { history: [step(3, 'essay-approved')] }, { evaluationPassed: true }],
    ['passed by test', { history: [step(3, 'test-approved')] }, { evaluationPassed: true }],
    ['passed by score', { history: [step(3, 'exam-score-approved')] }, { evaluationPassed: true }],
    [
      'past the questionnaire',
      { history: [step(3, 'questionnaire-approved')] },
      { questionnaireDone: true, evaluationPassed: false },
    ],
    [
      'past it without approval',
      { history: [step(18, 'questionnaire-submitted', { transition: 'TR-61' })] },
      { questionnaireDone: true },
    ],
    [
      'past the interview',
      { history: [step(3, 'interview-approved')] },
      { interviewDone: true, questionnaireDone: false },
    ],
    [
      'ended unpaid',
      { status: 13, history: [step(13, 'payment-deadline-expired')] },
      { cancelledByExpiry: true, previousStatus: 1 },
    ],
    [
      'ended with its intake',
      { status: 13, history: [step(13, 'intake-expired')] },
      { cancelledByExpiry: true },
    ],
    [
      'ended otherwise',
      { status: 13, history: [step(6, 'payment-deadline-expired'), step(13, 'blocked', { from: 6 })] },
      { cancelledByExpiry: false, previousStatus: 6 },
    ],
    [
      'with a test',
      { booking: BOOKED },
      { rescheduleInTime: true, reschedulesLeft: true, slotOfOtherPole: false },
    ],
    [
      'with a test elsewhere, too soon to move and moved before',
      { booking: { ...BOOKED, pole: 9, at: '2026-01-13T12:59:59Z', reschedules: 2 } },
      { rescheduleInTime: false, reschedulesLeft: false, slotOfOtherPole: true },
    ],
    [
      'with a test that may be moved late and often',
      {
        booking: { ...BOOKED, at: '2026-01-12T14:00:00Z', reschedules: 2 },
        settings: [set('RescheduleLimitHours', 1), set('RescheduleMaxTimes', 3)],
      },
      { rescheduleInTime: true, reschedulesLeft: true },
    ],
    ['whose disciplines nobody analyses', { use_disciplines: true }, { disciplineAnalysis: 'unused' }],
    [
      'that has none',
      { settings: [set('DisciplineDocumentCheckEnabled', true)] },
      { disciplineAnalysis: 'unused' },
    ],
    ...(
      [
        [null, 'pending'],
        [true, 'favourable'],
        [false, 'unfavourable'],
      ] as const
    ).map(
      ([favourable, disciplineAnalysis]) =>
        [
          `whose analysis is ${disciplineAnalysis}`,
          {
            use_disciplines: true,
            analysis_favourable: favourable,
            settings: [set('DisciplineDocumentCheckEnabled', true)],
          },
          { disciplineAnalysis },
        ] as [string, Change, object],
    ),
    [
      'with papers before the payment',
      { settings: [set('DocumentStage', 'before-payment')] },
      { documentStage: 'before-payment' },
    ],
    ['of an extension', { application_type: 'extension' }, { documentStage: 'none' }],
    [
      'with another way in',
      { other_kinds: [{ kind: 'scheduled-test', enem: null }] },
      { otherIngressOffered: true },
    ],
  ])('%s', (_what, change, facts, now = NOW) => {
    expect(factsOfState(rowOf(change), now)).toMatchObject(facts);
  });

  it('omit a finished test, and what is not known', () => {
    const graded = factsOfState(rowOf({ booking: { ...BOOKED, state: 'approved' } }), NOW);
    expect(graded).not.toHaveProperty('reschedulesLeft');
    const bare = factsOfState(rowOf({ prices: [], documents: [paper('enrollment', 'pending')] }), NOW);
    for (const unknown of ['amountDue', 'documentsOpen', 'classSelected', 'previousStatus'])
      expect(bare).not.toHaveProperty(unknown);
    expect(bare.priceRegistered).toBe(false);
  });
});

describe('waiting for the institution', () => {
  it.each<[string, Change, boolean]>([
    ['an essay to be graded', { application_type: 'essay', essay_state: 'finished' }, true],
    ['an essay to be written', { application_type: 'essay', essay_state: 'in-progress' }, false],
    [
      'an essay of a further status',
      { application_type: 'essay', essay_state: 'finished', status: 3 },
      false,
    ],
    ['an essay of another type', { essay_state: 'finished' }, false],
    ['a score being looked up', { exam_state: 'analysing' }, true],
    ['the same with papers', { exam_state: 'analysing', status: 10 }, true],
    ['the same, further', { exam_state: 'analysing', status: 3 }, false],
    ['a score that was found', { exam_state: 'found' }, false],
    ['a test', { status: 2 }, true],
    ['papers nobody asked for', { status: 10 }, false],
    [
      'papers sent',
      { status: 10, documents: [paper('selection', 'sent'), paper('selection', 'approved')] },
      true,
    ],
    [
      'papers to send',
      { status: 10, documents: [paper('selection', 'sent'), paper('selection', 'pending')] },
      false,
    ],
    [
      'papers that another makes unnecessary',
      {
        status: 10,
        documents: [paper('selection', 'sent'), paper('selection', 'pending', { covered: true })],
      },
      true,
    ],
    ['papers to send again', { status: 10, documents: [paper('selection', 'rejected')] }, false],
    ['papers of the enrolment', { status: 10, documents: [paper('enrollment', 'sent')] }, false],
    [
      'papers that need not be',
      { status: 10, documents: [paper('selection', 'sent', { required: false })] },
      false,
    ],
    ['an interview asked for', { status: 18, interview_state: 'requested' }, true],
    ['an interview to be asked for', { status: 18, interview_state: null }, false],
    ['an interview to be judged', { status: 19 }, true],
    ['a questionnaire to be judged', { status: 20 }, true],
    ['a payment', { status: 6 }, false],
  ])('%s', (_what, change, waits) => {
    expect(awaitsInstitution(rowOf(change))).toBe(waits);
  });
});

it('the amount due is the highest first one of the kinds that may be chosen', () => {
  const prices = [
    priceOf('enrollment', 100, 900),
    priceOf('enrollment', 300),
    priceOf('tax', 7),
    priceOf('total', 5_000),
    priceOf('semester', 2_000),
  ];
  expect(dueOf(rowOf({ prices }), 'enrollment')).toBe(300);
  expect(dueOf(rowOf({ prices }), 'tax')).toBe(7);
  expect(dueOf(rowOf({ prices: [] }), 'tax')).toBeUndefined();
  const whole = { prices, settings: [set('PaymentSettings', { variant: 'totalOrSemester' })] };
  expect(dueOf(rowOf(whole), 'enrollment')).toBeUndefined();
  expect(dueOf(rowOf({ ...whole, charge_full: true }), 'enrollment')).toBe(5_000);
  expect(dueOf(rowOf({ ...whole, charge_semester: true }), 'enrollment')).toBe(2_000);
});

it('the documents of a stage leave out a bulletin that is only a choice', () => {
  const bulletin = paper('selection', 'pending', { code: 'BOLETIM-ENEM' });
  const codes = (change: Change) => askedDocuments(rowOf(change), 'selection').map(({ code }) => code);
  expect(
    codes({ documents: [bulletin, paper('selection', 'pending'), paper('enrollment', 'sent')] }),
  ).toEqual(['RG']);
  expect(codes({ documents: [bulletin], status: 10 })).toEqual(['BOLETIM-ENEM']);
  expect(codes({ documents: [{ ...bulletin, state: 'sent' }] })).toEqual(['BOLETIM-ENEM']);
});
