import { describe, expect, it } from 'vitest';
import {
  allStatuses,
  applicationType,
  applicationTypes,
  automaticMove,
  documentStageOf,
  type Facts,
  isStatus,
  nextHead,
  nextTail,
  pageOf,
  requestedStatus,
  routeOf,
  STATUS,
  type StepFacts,
  selectionParts,
  shownLine,
  statuses,
  statusInfo,
  statusLabel,
  stepsOf,
} from './index.ts';

const ESSAY: StepFacts = { id: 5001, type: 'essay', status: 1, kind: 'online-essay' };
const labels = (facts: StepFacts) => stepsOf(facts).map((step) => step.label);
const shape = (facts: StepFacts) =>
  stepsOf(facts)
    .map(({ code, state }) => `${code}:${state}`)
    .join(' ');

describe('statuses', () => {
  it('have the numbers, labels and colours of the specification', () => {
    expect(statuses.map((info) => info.number)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21,
    ]);
    expect(statusInfo(3)).toMatchObject({
      label: 'Aprovado',
      color: 'status-evaluated',
      page: 'personal-data',
    });
    expect(statusInfo(15)).toMatchObject({ number: 15, label: 'Em processamento', page: 'portal' });
    expect([0, 15, 22, '1', Number.NaN, null].some(isStatus)).toBe(false);
  });
  it('never call a candidate approved who was not assessed', () => {
    expect([statusLabel(3, true), statusLabel(3, false), statusLabel(6, false)]).toEqual([
      ...['Aprovado', 'Matrícula liberada', 'Matrícula pendente'],
    ]);
    const became = (event: string) => shownLine({ event, actor: 'system', to: 3 })?.status;
    expect(['direct-entry', 'tax-paid', 'tax-waived', 'course-changed'].map(became)).toEqual(
      Array(4).fill('Situação: Matrícula liberada'),
    );
    expect(
      ['essay-approved', 'interview-approved', 'review-granted', 'questionnaire-submitted'].map(became),
    ).toEqual(Array(4).fill('Situação: Aprovado'));
  });
  it('derive type, stage and route', () => {
    expect(applicationType(1, 'online-essay')).toBe('essay');
    expect(applicationType(1, 'exam-score')).toBe('graduation');
    expect(applicationType(2, 'none')).toBe('postgraduate');
    expect(applicationType(3, 'none')).toBe('extension');
    expect(applicationType(4, 'none')).toBe('tax');
    expect(documentStageOf('essay', 'before-payment')).toBe('after-payment');
    expect(documentStageOf('extension')).toBe('none');
    expect(documentStageOf('tax', 'before-payment')).toBe('before-payment');
    expect(applicationTypes.map((type) => routeOf(type, 7))).toEqual([
      '/subscriptions/7',
      '/subscriptions/essays/7',
      '/subscriptions/pos/7',
      '/subscriptions/ext/7',
      '/subscriptions/tax/7',
    ]);
  });
});

describe('the list of steps', () => {
  it('has the steps of an essay in the order of the seed', () => {
    expect(labels(ESSAY)).toEqual([
      'Inscrição',
      'Redação',
      'Em análise',
      'Resultado',
      'Dados',
      'Primeiro pagamento',
      'Documentos',
      'Matriculado',
    ]);
    expect(stepsOf(ESSAY)[1]).toEqual({
      code: 'assessment',
      label: 'Redação',
      state: 'current',
      inReview: false,
      route: '/subscriptions/essays/5001',
    });
    expect(stepsOf(ESSAY)[2]?.route).toBeNull();
  });

  it('links done steps read-only and the current one normally, and no others', () => {
    const routes = (facts: StepFacts) =>
      Object.fromEntries(stepsOf(facts).map(({ code, route }) => [code, route]));
    const essay = '/subscriptions/essays/5001';
    expect(routes({ ...ESSAY, status: 6 })).toEqual({
      subscription: `${essay}?ver=inscricao`,
      assessment: `${essay}?ver=avaliacao`,
      analysis: null,
      result: `${essay}?ver=resultado`,
      data: `${essay}?ver=dados`,
      payment: essay,
      documents: null,
      enrolled: null,
    });
    expect(routes({ ...ESSAY, status: 7 }).enrolled).toBe(essay);
    // A stopped application still links its done steps, but has no current one.
    expect(routes({ ...ESSAY, status: 13, previousStatus: 6 })).toMatchObject({
      data: `${essay}?ver=dados`,
      payment: null,
    });
    const tax: StepFacts = {
      id: 7,
      type: 'tax',
      status: 7,
      kind: 'none',
      feePriced: true,
      selectionDocuments: true,
      questionnaireAttached: true,
      interviewOn: true,
      requiresClass: true,
    };
    const opened = Object.values(routes(tax)).map((route) => route?.split('?ver=')[1]);
    expect(opened).toEqual([
      'inscricao',
      'taxa',
      'documentos-da-inscricao',
      'questionario',
      'entrevista',
      'resultado',
      'dados',
      'turma',
      'pagamento',
      'documentos',
      undefined,
    ]);
  });

  const selection = 'subscription:done assessment:done analysis:done result:done';
  it.each([
    [1, true, 'subscription:done assessment:done analysis:current result:todo data:todo'],
    [3, false, `${selection} data:current payment:todo documents:todo enrolled:todo`],
    [6, false, `${selection} data:done payment:current documents:todo enrolled:todo`],
    [5, false, `${selection} data:done payment:done documents:current enrolled:todo`],
    [7, false, `${selection} data:done payment:done documents:done enrolled:done`],
    [14, false, 'subscription:current assessment:todo'],
    [9, false, 'subscription:done assessment:done analysis:done result:current data:blocked'],
  ])('of an essay in %i', (status, awaitsInstitution, start) => {
    expect(shape({ ...ESSAY, status, awaitsInstitution }).startsWith(start)).toBe(true);
  });

  it('blocks the step at which a subscription stopped', () => {
    for (const status of [STATUS.Blacklisted, STATUS.PendingCancel, STATUS.Canceled]) {
      expect(shape({ ...ESSAY, status, previousStatus: 6 })).toBe(
        `${selection} data:done payment:blocked documents:blocked enrolled:blocked`,
      );
    }
  });

  it('has the steps of graduation by its ingress kind', () => {
    const graduation: StepFacts = { id: 1, type: 'graduation', status: 2, kind: 'scheduled-test' };
    expect(labels(graduation)).toEqual([
      'Inscrição',
      'Prova',
      'Resultado',
      'Dados',
      'Pagamento',
      'Documentos',
      'Matriculado',
    ]);
    // In review, the number of steps and the current position stay the same.
    expect(labels({ ...graduation, awaitsInstitution: true })).toEqual(labels(graduation));
    expect(labels({ ...graduation, kind: 'exam-score', status: 1 })[1]).toBe('Nota do ENEM');
    expect(shape({ ...graduation, kind: 'document-analysis', status: 10 })).toMatch(
      /^subscription:done selection-documents:current result:todo/,
    );
    expect(shape({ ...graduation, kind: 'exam-score', status: 10 })).toMatch(
      /assessment:current result:todo/,
    );
  });

  it('has all steps of postgraduate with fee, and says which one is under review', () => {
    const tax: StepFacts = {
      id: 1,
      type: 'tax',
      status: 17,
      kind: 'none',
      feePriced: true,
      selectionDocuments: true,
      questionnaireAttached: true,
      interviewOn: true,
      requiresClass: true,
    };
    const codes =
      'subscription tax selection-documents questionnaire interview result data class payment documents enrolled';
    expect(stepsOf(tax).map((step) => step.code)).toEqual(codes.split(' '));
    expect(shape({ ...tax, status: 20 })).toMatch(
      /questionnaire:current interview:todo result:todo data:todo/,
    );
    expect(shape({ ...tax, status: 19 })).toMatch(/questionnaire:done interview:current result:todo/);
    const reviewed = (status: number, awaitsInstitution = false) =>
      stepsOf({ ...tax, status, awaitsInstitution })
        .filter(({ inReview }) => inReview)
        .map(({ code }) => code);
    expect([16, 20, 18, 19, 10].map((status) => reviewed(status))).toEqual([
      ...[[], ['questionnaire'], [], ['interview'], []],
    ]);
    expect(reviewed(10, true)).toEqual(['selection-documents']);
    expect(stepsOf({ ...tax, status: 21 }).find((step) => step.state === 'current')).toMatchObject({
      code: 'class',
      route: '/subscriptions/tax/1',
    });
    expect(shape({ ...tax, status: 11, manualPaymentPurpose: 'tax' })).toMatch(
      /^subscription:done tax:current/,
    );
  });

  it('omits steps the offer does not have', () => {
    const extension: StepFacts = { id: 1, type: 'extension', status: 3, kind: 'none', hasPayment: false };
    expect(labels(extension)).toEqual(['Inscrição', 'Dados', 'Matriculado']);
    const before: StepFacts = {
      ...extension,
      type: 'postgraduate',
      hasPayment: true,
      documentStage: 'before-payment',
    };
    expect(labels(before)).toEqual(['Inscrição', 'Dados', 'Documentos', 'Pagamento', 'Matriculado']);
  });

  it('has at most one current step in every status of every type', () => {
    for (const type of applicationTypes)
      for (const status of [...allStatuses, 15]) {
        const current = stepsOf({ ...ESSAY, type, status }).filter((step) => step.state === 'current');
        const rests = [7, 8, 12, 13].includes(status);
        expect({ type, status, count: current.length }).toEqual({ type, status, count: rests ? 0 : 1 });
      }
  });
});

describe('pages', () => {
  it('follow the status', () => {
    const page = (status: number, kind: StepFacts['kind'] = 'online-essay') => pageOf({ status, kind });
    expect([page(1), page(1, 'exam-score'), page(1, 'scheduled-test'), page(1, 'document-analysis')]).toEqual(
      ['essay', 'exam-score', 'assessment', 'selection-documents'],
    );
    expect([2, 3, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 19, 99].map((status) => page(status))).toEqual([
      'test-summary',
      'personal-data',
      'documents',
      'payment',
      'enrolled',
      'blocked',
      'result',
      'manual-payment',
      'pending-cancel',
      'canceled',
      'information',
      'portal',
      'review',
      'portal',
    ]);
  });
  it('show the charge while a payment is due', () => {
    const input = { status: 6, kind: 'online-essay' } as const;
    expect(pageOf({ ...input, charge: 'open' })).toBe('waitingPayment');
    expect(pageOf({ ...input, charge: 'failed' })).toBe('paymentFailure');
    expect(pageOf({ ...input, status: 5, charge: 'just-confirmed' })).toBe('successfulPayment');
    expect(pageOf({ ...input, status: 5, charge: 'failed' })).toBe('documents');
  });
});

const TAIL: Facts = {
  kind: 'online-essay',
  requiresClass: false,
  documentStage: 'after-payment',
  documentsOpen: true,
  amountDue: 36_000,
};

describe('gates', () => {
  it('have a fixed order', () => {
    const all: Facts = {
      kind: 'document-analysis',
      feeDue: true,
      questionnaireAttached: true,
      interviewOn: true,
    };
    expect(nextHead(all)).toBe(17);
    expect(nextHead(all, 17)).toBe(10);
    expect(nextHead(all, 11)).toBe(10);
    expect(nextHead(all, 10)).toBe(16);
    expect(nextHead(all, 20)).toBe(18);
    expect(nextHead(all, 19)).toBe(3);
    expect(nextHead({ kind: 'exam-score' })).toBe(1);
    expect(nextTail({ ...TAIL, requiresClass: true })).toBe(21);
    expect(nextTail({ ...TAIL, documentStage: 'before-payment' })).toBe(5);
    expect(nextTail(TAIL)).toBe(6);
    expect(nextTail({ ...TAIL, isPaid: true })).toBe(5);
    expect(nextTail({ ...TAIL, isPaid: true, documentStage: 'none' })).toBe(7);
  });
  it('are entered automatically', () => {
    expect(automaticMove({ type: 'essay', status: 1, facts: TAIL })).toBeUndefined();
    expect(automaticMove({ type: 'essay', status: 4, facts: TAIL })).toBe('payment-required');
    expect(automaticMove({ type: 'extension', status: 1, facts: { kind: 'none' } })).toBe('direct-entry');
    expect(automaticMove({ type: 'essay', status: 4, facts: { ...TAIL, amountDue: 0 } })).toBe(
      'payment-waived',
    );
    expect(
      automaticMove({ type: 'essay', status: 5, facts: { ...TAIL, isPaid: true, documentsOpen: false } }),
    ).toBe('documents-approved');
  });
});

describe('a candidate requests a status', () => {
  const ask = (current: 1 | 3 | 4 | 6 | 9, requested: unknown, facts: Facts = {}) =>
    requestedStatus({ type: 'essay', current, requested, facts });
  const refused = { answer: 409, code: 'TRANSITION_NOT_ALLOWED' };

  it.each([0, 15, 22, -1, 1.5, '4', null, undefined, Number.NaN])('%s is unknown', (requested) => {
    expect(ask(1, requested)).toEqual({ answer: 422, code: 'STATUS_UNKNOWN' });
  });
  it.each([2, 3, 5, 7, 8, 9, 10, 14, 16, 17, 18, 19, 20, 21])(
    '%i is reached only by its event',
    (requested) => {
      expect(ask(6, requested, { ...TAIL, contractAccepted: true })).toEqual(refused);
    },
  );
  it('is decided by the table', () => {
    expect(ask(6, 6)).toEqual({ answer: 204 });
    expect(ask(3, 4)).toEqual({ answer: 409, code: 'CONTRACT_NOT_ACCEPTED' });
    expect(ask(6, 4, { contractAccepted: true })).toEqual({ answer: 204 });
    expect(ask(4, 6, TAIL)).toEqual({ answer: 'run', event: 'payment-required', actor: 'system' });
    expect(ask(3, 6, TAIL)).toEqual(refused);
    expect(ask(6, 11)).toEqual(refused);
    expect(ask(6, 11, { manualPaymentEnabled: true })).toMatchObject({ event: 'manual-payment-requested' });
    const leaving = (confirmedPayment: boolean) => [12, 13].map((one) => ask(6, one, { confirmedPayment }));
    expect(leaving(false)).toMatchObject([refused, { event: 'cancel-requested' }]);
    expect(leaving(true)).toMatchObject([{ event: 'cancel-requested' }, refused]);
    expect(ask(9, 1, { noRetake: true, attemptsLeft: true, intakeActive: true })).toEqual(refused);
    expect(ask(9, 1, { noRetake: false, attemptsLeft: true, intakeActive: true })).toMatchObject({
      event: 'essay-retake',
    });
    expect(ask(6, 1, { noRetake: false, otherIngressOffered: true })).toEqual(refused);
  });
});

it('S-34: the fee covers the parts of the selection that the application goes through', () => {
  const fee: StepFacts = { id: 1, type: 'tax', status: 17, kind: 'document-analysis', feePriced: true };
  expect(selectionParts(stepsOf(fee))).toEqual(['Documentos da inscrição']);
  const whole = stepsOf({ ...fee, questionnaireAttached: true, interviewOn: true });
  expect(selectionParts(whole)).toEqual(['Documentos da inscrição', 'Questionário', 'Entrevista']);
  expect(selectionParts(stepsOf({ ...fee, type: 'extension' }))).toEqual([]);
});
