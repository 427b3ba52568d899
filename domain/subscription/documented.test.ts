import { describe, expect, it } from 'vitest';
import {
  type ApplicationType,
  applicationTypes,
  automaticMove,
  CANCELLATION_REASONS,
  classRouteOf,
  documentStageOf,
  type Facts,
  type IngressKind,
  mayWithdraw,
  nextHead,
  nextTail,
  pageOf,
  refundOf,
  requestedStatus,
  type Status,
  statuses,
  statusInfo,
} from './index.ts';

// Spec 8.1 and 8.5: number | name | label | colour | page.
const STATUSES = `
1|Subscribed|Inscrito|status-subscribed|by-ingress-kind
2|Scheduled|Prova agendada|status-scheduled|test-summary
3|Evaluated|Aprovado|status-evaluated|personal-data
4|TermsAccepted|Contrato aceito|status-terms-accepted|next-gate
5|DocumentationPending|Documentação pendente|status-documentation-pending|documents
6|EnrollmentPending|Matrícula pendente|status-enrollment-pending|payment
7|Enrolled|Matriculado|status-enrolled|enrolled
8|Blacklisted|Inscrição bloqueada|status-blacklisted|blocked
9|Unqualified|Não aprovado|status-unqualified|result
10|SubscriptionDocumentationPending|Documentos da inscrição pendentes|status-neutral|selection-documents
11|ManualPaymentPending|Aguardando confirmação do pagamento|status-neutral|manual-payment
12|PendingCancel|Cancelamento solicitado|status-neutral|pending-cancel
13|Canceled|Inscrição cancelada|status-neutral|canceled
14|PendingInformation|Informações pendentes|status-neutral|information
16|PendingQuestionnaire|Questionário pendente|status-neutral|questionnaire
17|PendingTax|Taxa de inscrição pendente|status-neutral|tax-payment
18|PendingInterview|Entrevista pendente|status-neutral|interview
19|PendingApproveInterview|Entrevista em avaliação|status-neutral|review
20|PendingApproveQuestionnaire|Questionário em avaliação|status-neutral|review
21|PendingClassSelection|Escolha de turma pendente|status-neutral|class`;

it('every status has its name, texts, colour and page', () => {
  const written = statuses.map(({ number, key, label, color, page }) =>
    [number, key, label, color, page].join('|'),
  );
  expect(written).toEqual(STATUSES.trim().split('\n'));
  for (const number of [0, 15, 99])
    expect(statusInfo(number)).toEqual({
      ...{ number, key: 'Reserved', label: 'Em processamento', color: 'status-neutral', page: 'portal' },
    });
});

it('the reasons to leave', () => {
  expect(CANCELLATION_REASONS.map(({ code, label }) => `${code}: ${label}`)).toEqual([
    'gave-up: Desisti do curso',
    'other-institution: Escolhi outra instituição',
    'financial: Motivos financeiros',
    'mistake: Fiz a inscrição por engano',
    'other: Outro',
  ]);
});

describe('the refund of a leaving candidate', () => {
  it.each([
    ['2026-01-20', '2026-01-20', true],
    ['2026-01-20', '2026-01-21', false],
    [undefined, '2026-01-20', false],
  ])('until %s, today %s: %s', (lastDay, today, may) => {
    expect(mayWithdraw(lastDay, today)).toBe(may);
  });

  const today = '2026-01-20';
  const on = (...paid: [cents: number, lastDay: string | undefined][]) =>
    refundOf({ paid: paid.map(([cents, lastDay]) => ({ cents, lastDay })), today });
  it('is everything within the right of withdrawal, else what the contract says', () => {
    expect(on()).toEqual({ due: false });
    expect(on([0, today])).toEqual({ due: false });
    expect(on([1, today])).toEqual({ due: true, amountCents: 1, legalBasis: 'withdrawal' });
    expect(on([100, '2026-01-19'])).toEqual({ due: false, legalBasis: 'contract' });
    expect(on([100, undefined])).toEqual({ due: false, legalBasis: 'contract' });
    expect(on([100, today], [50, '2026-01-19'], [7, '2026-02-01'])).toEqual({
      ...{ due: true, amountCents: 107, legalBasis: 'withdrawal' },
    });
  });
});

it('the stage of the documents is that of the offer, else that of the type', () => {
  const stages = applicationTypes.map((type) => [
    documentStageOf(type),
    documentStageOf(type, null),
    ...(['none', 'before-payment', 'after-payment'] as const).map((stage) => documentStageOf(type, stage)),
  ]);
  const asConfigured = ['none', 'before-payment', 'after-payment'];
  const after = 'after-payment';
  expect(stages).toEqual([
    [after, after, ...asConfigured],
    [after, after, after, after, after],
    [after, after, ...asConfigured],
    ['none', 'none', ...asConfigured],
    [after, after, ...asConfigured],
  ]);
  expect(classRouteOf('postgraduate', 7)).toBe('/subscriptions/pos/classes/7');
  expect(classRouteOf('tax', 7)).toBe('/subscriptions/tax/7');
});

describe('the page of an application', () => {
  const page = (status: number, kind: IngressKind, more: object = {}) => pageOf({ status, kind, ...more });
  it('in status 1 is that of its ingress', () => {
    const kinds = ['online-essay', 'scheduled-test', 'exam-score', 'document-analysis', 'none'] as const;
    expect(kinds.map((kind) => page(1, kind))).toEqual([
      ...['essay', 'assessment', 'exam-score', 'selection-documents', 'portal'],
    ]);
  });
  it('in status 4 is that of the next gate', () => {
    const at = (facts: Facts) => page(4, 'none', { facts });
    expect(page(4, 'none')).toBe('class');
    expect(at({ requiresClass: false })).toBe('payment');
    expect(at({ requiresClass: false, isPaid: true })).toBe('documents');
    expect(at({ requiresClass: false, isPaid: true, documentStage: 'none' })).toBe('enrolled');
  });
  it('shows a charge only while it is pending, or just confirmed', () => {
    const shown = (status: number) =>
      (['open', 'just-confirmed', 'failed', null] as const).map((charge) => page(status, 'none', { charge }));
    expect(shown(6)).toEqual(['waitingPayment', 'successfulPayment', 'paymentFailure', 'payment']);
    expect(shown(17)).toEqual(['waitingPayment', 'successfulPayment', 'paymentFailure', 'tax-payment']);
    expect(shown(5)).toEqual(['documents', 'successfulPayment', 'documents', 'documents']);
  });
});

describe('statuses a candidate may request', () => {
  const ask = (current: number, requested: unknown, facts: Facts = {}, type: ApplicationType = 'essay') =>
    requestedStatus({ type, current: current as Status, requested, facts });
  const refused = (code: string) => ({ answer: 409, code });
  it.each<[string, ReturnType<typeof ask>, unknown]>([
    ['an unknown number', ask(1, 99), { answer: 422, code: 'STATUS_UNKNOWN' }],
    ['a text', ask(1, '1'), { answer: 422, code: 'STATUS_UNKNOWN' }],
    ['the present status', ask(3, 3), { answer: 204 }],
    ['the contract before it is accepted', ask(3, 4), refused('CONTRACT_NOT_ACCEPTED')],
    ['the contract that is accepted', ask(6, 4, { contractAccepted: true }), { answer: 204 }],
    ['to be approved', ask(1, 3), refused('TRANSITION_NOT_ALLOWED')],
    [
      'to begin anew without a refusal',
      ask(10, 1, { otherIngressOffered: true, noRetake: false }, 'graduation'),
      refused('TRANSITION_NOT_ALLOWED'),
    ],
    [
      'another essay',
      ask(9, 1, { noRetake: false, attemptsLeft: true, intakeActive: true }),
      { answer: 'run', event: 'essay-retake', actor: 'candidate' },
    ],
    [
      'another ingress, without attempts left',
      ask(9, 1, { noRetake: false, attemptsLeft: false, intakeActive: true, otherIngressOffered: true }),
      { answer: 'run', event: 'ingress-switched', actor: 'candidate' },
    ],
    [
      'another essay after plagiarism',
      ask(9, 1, { noRetake: true, attemptsLeft: true }),
      refused('TRANSITION_NOT_ALLOWED'),
    ],
    [
      'to pay',
      ask(4, 6, { requiresClass: false, amountDue: 1 }),
      { answer: 'run', event: 'payment-required', actor: 'system' },
    ],
    [
      'to pay at the institution',
      ask(6, 11, { manualPaymentEnabled: true }),
      { answer: 'run', event: 'manual-payment-requested', actor: 'candidate' },
    ],
    ['to pay at the institution where nobody may', ask(6, 11), refused('TRANSITION_NOT_ALLOWED')],
    [
      'to leave with money there',
      ask(6, 12, { confirmedPayment: true }),
      { answer: 'run', event: 'cancel-requested', actor: 'candidate' },
    ],
  ])('%s', (_what, answer, expected) => {
    expect(answer).toEqual(expected);
  });
});

describe('gates', () => {
  const tail: Facts = {
    requiresClass: false,
    documentStage: 'after-payment',
    documentsOpen: true,
    amountDue: 5,
  };
  it.each<[Facts, number]>([
    [{}, 21],
    [{ requiresClass: true, classSelected: true }, 6],
    [tail, 6],
    [{ ...tail, documentStage: 'before-payment' }, 5],
    [{ ...tail, documentStage: 'before-payment', documentsOpen: false }, 6],
    [{ ...tail, isPaid: true }, 5],
    [{ ...tail, amountDue: 0 }, 5],
    [{ ...tail, isPaid: true, documentsOpen: false }, 7],
    [{ ...tail, isPaid: true, documentStage: 'none' }, 7],
    [{ ...tail, isPaid: true, documentStage: undefined }, 5],
    [{ ...tail, isPaid: true, documentStage: 'before-payment', documentsOpen: false }, 7],
  ])('after the contract, %j: %i', (facts, status) => {
    expect(nextTail(facts)).toBe(status);
  });

  it.each<[Facts, number | undefined, number]>([
    [{}, undefined, 1],
    [{}, 17, 1],
    [{ kind: 'none', feeDue: true }, undefined, 17],
    [{ kind: 'none', feeDue: true, feePaid: true }, undefined, 3],
    [{ kind: 'none', feeDue: true, selectionDocuments: true }, 17, 10],
    [{ kind: 'none', feeDue: true, selectionDocuments: true }, 11, 10],
    [{ kind: 'document-analysis' }, undefined, 10],
    [{ kind: 'document-analysis', selectionDocumentsApproved: true }, undefined, 3],
    [{ kind: 'document-analysis', questionnaireAttached: true }, 10, 16],
    [{ kind: 'none', questionnaireAttached: true }, undefined, 16],
    [{ kind: 'none', questionnaireAttached: true, questionnaireDone: true }, undefined, 3],
    [{ kind: 'none', questionnaireAttached: true, interviewOn: true }, 16, 18],
    [{ kind: 'none', questionnaireAttached: true, interviewOn: true }, 20, 18],
    [{ kind: 'none', interviewOn: true, interviewDone: true }, undefined, 3],
    [{ kind: 'none', interviewOn: true }, 18, 3],
    [{ kind: 'none', interviewOn: true }, 19, 3],
    [{ kind: 'none', interviewOn: true }, 3, 18],
    [{ kind: 'online-essay' }, undefined, 1],
    [{ kind: 'scheduled-test' }, 10, 1],
    [{ kind: 'exam-score' }, undefined, 1],
    [{ kind: 'exam-score', evaluationPassed: true }, undefined, 3],
  ])('before the result, %j leaving %s: %i', (facts, leaving, status) => {
    expect(nextHead(facts, leaving as Status | undefined)).toBe(status);
  });

  /** Reasons that cause a move in other states: none of them counts where a person must act. */
  const REASONS: Facts = {
    ...{ kind: 'none', feeWaived: true, documentsOpen: false, amountDue: 0, requiresClass: false },
  };
  const moved = (type: ApplicationType, status: number, facts: Facts) =>
    automaticMove({ type, status: status as Status, facts });
  it.each<[ApplicationType, number, Facts, string | undefined]>([
    ['tax', 1, { kind: 'none', feeDue: true }, 'tax-required'],
    ['tax', 1, { kind: 'none', selectionDocuments: true }, 'selection-documents-required'],
    ['tax', 1, { kind: 'none', questionnaireAttached: true }, 'questionnaire-required'],
    ['tax', 1, { kind: 'none', interviewOn: true }, 'interview-required'],
    ['tax', 1, { kind: 'none' }, 'direct-entry'],
    ['essay', 1, { kind: 'online-essay' }, undefined],
    ['tax', 17, { kind: 'none', feeDue: true, feeWaived: true }, 'tax-waived'],
    ['tax', 17, { kind: 'none', feeDue: true, feePaid: true }, undefined],
    ['essay', 4, { requiresClass: true }, 'class-required'],
    ['essay', 4, tail, 'payment-required'],
    ['extension', 4, { ...tail, documentStage: 'before-payment' }, 'documents-required'],
    ['essay', 4, { ...tail, amountDue: 0 }, 'payment-waived'],
    ['extension', 4, { ...tail, amountDue: 0, documentStage: 'none' }, 'payment-waived'],
    ['essay', 21, { requiresClass: true }, undefined],
    ['essay', 21, { ...tail, requiresClass: true, classSelected: true }, 'payment-required'],
    ['essay', 6, { ...tail, amountDue: 0 }, 'payment-waived'],
    ['essay', 6, tail, undefined],
    ['essay', 5, { ...tail, isPaid: true }, undefined],
    ['essay', 5, { ...tail, isPaid: true, documentsOpen: false }, 'documents-approved'],
    [
      'extension',
      5,
      { ...tail, documentStage: 'before-payment', documentsOpen: false },
      'documents-approved',
    ],
    ['essay', 5, { ...tail, isPaid: true, documentsOpen: undefined }, undefined],
    ['essay', 5, { ...tail, amountDue: 0, documentsOpen: false }, 'payment-waived'],
    ['essay', 3, REASONS, undefined],
  ])('%s in %i with %j continues by %s', (type, status, facts, event) => {
    expect(moved(type, status, facts)).toBe(event);
  });
});
