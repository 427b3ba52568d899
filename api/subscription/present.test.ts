import type { StepCode } from '@orbita/domain/subscription';
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
import { pageOfState, paymentUntil, presentSubscription, stepFactsOf } from './present.ts';
import { compactStatus, deadlinesOf, stepsOfState } from './read.ts';

describe('the representation of an application', () => {
  it('is its whole state, with the field names of the protocol', () => {
    expect(presentSubscription(ROW, NOW)).toEqual({
      id: 71,
      subscriptionId: 71,
      personId: 42,
      personName: 'Candidata Um',
      courseId: 5,
      courseCode: 'ADM',
      courseName: 'Administração',
      poleId: 6,
      offerId: 4,
      intakeId: 8,
      institutionId: 3,
      institutionCode: 'CUA01',
      subscriptionStatus: 1,
      isPaid: false,
      isTaxPaid: false,
      hour: null,
      campusSchedulingId: null,
      campusScheduling: null,
      campusPolo: 'Belo Horizonte',
      educationLevelType: 1,
      underageWarning: false,
      displayCampus: true,
      hasDiscount: false,
      studentLyceumId: null,
      academicClassId: null,
      academicClassDate: null,
      ingressMode: 'Redação on-line',
      modalityDescription: 'EaD',
      offer: {
        name: 'Vestibular',
        requiresClass: false,
        documentStage: 'after-payment',
        ingressMode: { id: 7, name: 'Redação on-line', kind: 'online-essay', useDisciplines: false },
      },
      applicationType: 'graduation',
      statusName: expect.any(String),
      statusColor: expect.any(String),
      intake: { startDate: '2026-01-01', endDate: '2026-02-13', classStartDate: '2026-03-02' },
      paymentDeadline: null,
      version: 9,
      campusAddress: null,
      rescheduling: null,
      personBirthday: '2000-05-01',
      warningPopup: 'Leia.',
      permissions: {
        changeCourse: false,
        cancel: true,
        reschedule: false,
        switchIngress: false,
        switchTo: [],
      },
    });
  });

  it.each<[Change, object]>([
    [{ person_social_name: 'Um' }, { personName: 'Um' }],
    [
      { booking: BOOKED },
      {
        hour: { id: 11, dataHora: '2026-01-13T10:00:00-03:00' },
        campusSchedulingId: 10,
        campusScheduling: 'Campus',
        campusAddress: 'Rua das Acácias, 100',
        rescheduling: { until: '2026-01-12T10:00:00-03:00', left: 2 },
      },
    ],
    [{ person_birth_date: '2009-01-01' }, { underageWarning: true }],
    [{ person_birth_date: '2009-01-01', guardian_saved: true }, { underageWarning: false }],
    [{ person_birth_date: null }, { underageWarning: false }],
    [{ voucher_on_charge: true }, { hasDiscount: true }],
    [
      { prices: [priceOf('enrollment', 1), { ...priceOf('enrollment', 1), discount: 1 }] },
      { hasDiscount: true },
    ],
    [
      { class: { ...PLACES, id: 3, start: '2026-03-02' } },
      { academicClassId: 3, academicClassDate: '2026-03-02' },
    ],
  ])('%j', (change, shown) => {
    expect(presentSubscription(rowOf(change), NOW)).toMatchObject(shown);
  });

  it.each<[string, Change, string, boolean | string[]]>([
    ['where it is allowed', { status: 3, settings: [set('AllowPoleUpdate', true)] }, 'changeCourse', true],
    [
      'where it is allowed and full',
      { status: 3, vacancies_left: 0, settings: [set('AllowPoleUpdate', true)] },
      'changeCourse',
      true,
    ],
    ['where it is not', { status: 3 }, 'changeCourse', false],
    ['before the end', {}, 'cancel', true],
    ['after it', { status: 13 }, 'cancel', false],
    ['in time', { status: 2, ingress_kind: 'scheduled-test', booking: BOOKED }, 'reschedule', true],
    [
      'too late',
      { status: 2, ingress_kind: 'scheduled-test', booking: { ...BOOKED, reschedules: 2 } },
      'reschedule',
      false,
    ],
    [
      'to another kind',
      { status: 9, other_kinds: [{ kind: 'scheduled-test', enem: null }] },
      'switchIngress',
      true,
    ],
    [
      'to another kind after the intake',
      { status: 9, last_day: '2026-01-11', other_kinds: [{ kind: 'scheduled-test', enem: null }] },
      'switchIngress',
      false,
    ],
    ['to none', { status: 9 }, 'switchIngress', false],
    [
      'by its kind',
      { status: 9, other_kinds: [{ kind: 'scheduled-test', enem: null }] },
      'switchTo',
      ['scheduled-test'],
    ],
    [
      'by no kind where the change is over',
      { status: 3, other_kinds: [{ kind: 'scheduled-test', enem: null }] },
      'switchTo',
      [],
    ],
  ])('allows, %s: %j %s', (_what, change, name, may) => {
    expect(presentSubscription(rowOf(change), NOW).permissions).toMatchObject({ [name]: may });
  });
});

describe('the payment period', () => {
  const payment_deadline = at('2026-01-20T02:59:59Z');
  it.each<[Change, boolean]>([
    [{ status: 6 }, true],
    [{ status: 4 }, true],
    [{ status: 17 }, true],
    [{ status: 21 }, true],
    [{ status: 21, class: PLACES }, true],
    [{ status: 21, class: { ...PLACES, free: false } }, false],
    [{ status: 21, class: { ...PLACES, waiting: true } }, false],
    [{ status: 6, class: { ...PLACES, free: false } }, true],
    [{ status: 5 }, false],
    [{ status: 16 }, false],
  ])('of %j is shown: %s', (change, shown) => {
    expect(paymentUntil(rowOf({ payment_deadline, ...change }))).toBe(
      shown ? '2026-01-19T23:59:59-03:00' : null,
    );
  });

  it('is not shown where there is none', () => {
    expect(paymentUntil(rowOf({ status: 6 }))).toBeNull();
  });
});

describe('the page of an application', () => {
  const page = (change: Change) => pageOfState(rowOf(change), NOW);
  it.each<[string, string]>([
    ['created', 'waitingPayment'],
    ['processing', 'waitingPayment'],
    ['pending', 'waitingPayment'],
    ['denied', 'paymentFailure'],
    ['expired', 'paymentFailure'],
    ['error', 'paymentFailure'],
    ['cancelled', 'payment'],
    ['paid', 'payment'],
  ])('after a charge that is %s is %s', (state, expected) => {
    expect(page({ status: 6, last_charge: { state, purpose: 'enrollment', paidAt: null } })).toBe(expected);
    expect(page({ status: 6, last_charge: { state, purpose: 'tax', paidAt: null } })).toBe('payment');
  });

  it("for a fee uses the fee's own charge", () => {
    const charged = { state: 'pending', purpose: 'tax', paidAt: null };
    expect(page({ status: 17, last_charge: charged })).toBe('waitingPayment');
    expect(page({ status: 17, last_charge: { ...charged, purpose: 'enrollment' } })).toBe('tax-payment');
    expect(page({ status: 17 })).toBe('tax-payment');
  });
});

describe('payment news', () => {
  const presented = (change: Change) => {
    const { page, after } = { after: undefined, ...compactStatus(rowOf(change), NOW) };
    return [page, after];
  };
  const paid = (secondsAgo: number, state = 'paid') => ({
    state,
    purpose: 'enrollment' as const,
    paidAt: new Date(NOW.getTime() - secondsAgo * 1000).toISOString(),
  });
  it.each<[string, Change, unknown]>([
    ['just made', { status: 5, last_charge: paid(0) }, ['successfulPayment', 'documents']],
    ['up to ten minutes', { status: 5, last_charge: paid(599) }, ['successfulPayment', 'documents']],
    ['no longer', { status: 5, last_charge: paid(600) }, ['documents', undefined]],
    [
      'nor of another time',
      { status: 5, last_charge: { ...paid(0), paidAt: null } },
      ['documents', undefined],
    ],
    [
      'nor where nothing was paid',
      { status: 5, last_charge: { ...paid(0), free: true } },
      ['documents', undefined],
    ],
    ['nor given back', { status: 5, last_charge: paid(0, 'refunded') }, ['documents', undefined]],
    ['at the end, too', { status: 7, last_charge: paid(5) }, ['successfulPayment', 'enrolled']],
    ['of a fee', { status: 1, last_charge: { ...paid(5), purpose: 'tax' } }, ['successfulPayment', 'essay']],
    ['not where all is over', { status: 13, last_charge: paid(5) }, ['canceled', undefined]],
    ['without a charge', { status: 5, last_charge: null }, ['documents', undefined]],
  ])('%s', (_name, change, expected) => {
    expect(presented(change)).toEqual(expected);
  });
});

describe('the steps of an application', () => {
  it('follow from its state', () => {
    expect(stepFactsOf(ROW, NOW)).toEqual({
      id: 71,
      type: 'graduation',
      status: 1,
      kind: 'online-essay',
      feePriced: false,
      selectionDocuments: false,
      questionnaireAttached: false,
      interviewOn: false,
      requiresClass: false,
      documentStage: 'after-payment',
      hasDocuments: false,
      hasPayment: true,
      awaitsInstitution: false,
      manualPaymentPurpose: 'enrollment',
    });
  });

  it.each<[string, Change, object]>([
    ['a questionnaire', { questionnaire_template_id: 1 }, { questionnaireAttached: true }],
    ['a fee', { prices: [priceOf('tax', 1)] }, { feePriced: true }],
    ['a fee of nothing', { prices: [priceOf('tax', 0)] }, { feePriced: false }],
    [
      'selection papers',
      { documents: [paper('selection', 'approved')] },
      { selectionDocuments: true, hasDocuments: false },
    ],
    [
      'the bulletin, which belongs to the exam score',
      { status: 10, documents: [{ ...paper('selection', 'sent'), code: 'BOLETIM-ENEM' }] },
      { selectionDocuments: false },
    ],
    ['papers to come', { documents_listed: true }, { hasDocuments: true }],
    [
      'no papers for this candidate after the contract',
      { documents_listed: true, accepted_at: NOW },
      { hasDocuments: true },
    ],
    ['nothing to pay', { prices: [priceOf('enrollment', 0)] }, { hasPayment: false }],
    ['no price', { prices: [] }, { hasPayment: true }],
    [
      'a waiver',
      { is_paid: true, history: [step(5, 'payment-waived', { transition: 'TR-74' })] },
      { hasPayment: true },
    ],
    ['a test to come', { status: 2, booking: BOOKED }, { awaitsInstitution: false }],
    [
      'a test just now',
      { status: 2, booking: { ...BOOKED, at: NOW.toISOString() } },
      { awaitsInstitution: true },
    ],
    ['no test', { status: 2 }, { awaitsInstitution: false }],
    [
      'an essay to be graded',
      { application_type: 'essay', essay_state: 'finished' },
      { awaitsInstitution: true },
    ],
    [
      'a fee paid there',
      { status: 11, history: [step(11, 'manual-payment-requested', { from: 17 })] },
      { manualPaymentPurpose: 'tax' },
    ],
    [
      'an enrolment paid there',
      { status: 11, history: [step(11, 'manual-payment-requested', { from: 6 })] },
      { manualPaymentPurpose: 'enrollment' },
    ],
    [
      'an end by way of a wish',
      {
        status: 13,
        history: [step(12, 'cancel-requested', { from: 5 }), step(13, 'cancel-confirmed', { from: 12 })],
      },
      { previousStatus: 5 },
    ],
  ])('with %s', (_what, change, facts) => {
    expect(stepFactsOf(rowOf(change), NOW)).toMatchObject(facts);
  });

  it('have no status before the first one', () => {
    const stopped = rowOf({ status: 13, history: [step(13, 'create', { from: null })] });
    expect(stepFactsOf(stopped, NOW)).not.toHaveProperty('previousStatus');
    const codes: StepCode[] = stepsOfState(ROW, NOW).map(({ code }) => code);
    expect(codes).toContain('assessment');
  });
});

describe('the deadline of documents', () => {
  const asked = step(5, 'payment-confirmed', { from: 6, at: '2026-01-20T12:00:00Z' });
  const history = [step(6, 'payment-required', { from: 4, at: '2026-01-10T12:00:00Z' }), asked];
  it('counts from the day they were requested, to the end of the last one', () => {
    const settings = [set('DocumentDeadlineDays', 10)];
    expect(deadlinesOf(rowOf({ status: 5, history, settings })).documents).toBe('2026-01-30T23:59:59-03:00');
    const again = { ...asked, at: '2026-01-25T12:00:00Z' };
    const twice = [...history, step(7, 'documents-approved', { from: 5 }), again];
    expect(deadlinesOf(rowOf({ status: 5, history: twice, settings })).documents).toBe(
      '2026-02-04T23:59:59-03:00',
    );
  });
  it('is absent before and after', () => {
    for (const status of [6, 7]) expect(deadlinesOf(rowOf({ status, history })).documents).toBeNull();
  });
});
