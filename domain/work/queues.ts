import type { Scope } from '../staff/index.ts';

/**
 * What a team member claims in order to decide it (spec 25.4.2): which scopes allow claiming it, which scope allows taking it
 * over from somebody else, and how many of a kind one person may hold. For a kind with `byQueue`, whose queues are decided with
 * different scopes, an item can be claimed and taken over only with a scope of its current queue, and only while it is in that
 * queue.
 */
export const KINDS = {
  essay: { openers: ['essays.grade', 'essays.lead'], lead: 'essays.lead', most: 1, byQueue: false },
  document: { openers: ['documents.review'], lead: 'documents.review', most: 20, byQueue: false },
  application: {
    openers: ['documents.review', 'students', 'essays.lead', 'payments.settle'],
    lead: 'students',
    most: 20,
    byQueue: true,
  },
  payment: { openers: ['payments.settle'], lead: 'payments.settle', most: 20, byQueue: false },
  month: { openers: ['payments.settle'], lead: 'payments.settle', most: 20, byQueue: false },
  cancellation: { openers: ['payments.leave'], lead: 'payments.leave', most: 20, byQueue: false },
  'exam-score': { openers: ['exam-scores'], lead: 'exam-scores', most: 20, byQueue: false },
  questionnaire: { openers: ['admissions.decide'], lead: 'admissions.decide', most: 20, byQueue: false },
  interview: {
    openers: ['admissions.interview', 'admissions.decide'],
    lead: 'admissions.decide',
    most: 20,
    byQueue: false,
  },
} as const satisfies Record<
  string,
  { openers: readonly [Scope, ...Scope[]]; lead: Scope; most: number; byQueue: boolean }
>;

export type Kind = keyof typeof KINDS;

/** Every kind, for request and response schemas. */
export const KIND_NAMES = Object.keys(KINDS) as [Kind, ...Kind[]];

/** Queues whose items have a screen: label, kind of item, and the scopes of which any one opens it (spec 25.4.1). */
export const QUEUES = {
  essays: { label: 'Redações para corrigir', kind: 'essay', openers: ['essays.grade'] },
  'second-grades': { label: 'Segunda correção', kind: 'essay', openers: ['essays.grade'] },
  'third-grades': { label: 'Correções divergentes', kind: 'essay', openers: ['essays.lead'] },
  'selection-documents': {
    label: 'Documentos da inscrição',
    kind: 'document',
    openers: ['documents.review'],
  },
  'enrolment-documents': {
    label: 'Documentos da matrícula',
    kind: 'document',
    openers: ['documents.review'],
  },
  'discipline-analyses': {
    label: 'Análises de disciplinas',
    kind: 'application',
    openers: ['documents.review'],
  },
  'accommodation-requests': {
    label: 'Pedidos antes da prova',
    kind: 'application',
    openers: ['essays.lead'],
  },
  'exam-scores': { label: 'Notas do ENEM', kind: 'exam-score', openers: ['exam-scores'] },
  questionnaires: { label: 'Questionários', kind: 'questionnaire', openers: ['admissions.decide'] },
  'interview-requests': {
    label: 'Entrevistas sem data',
    kind: 'interview',
    openers: ['admissions.interview', 'admissions.decide'],
  },
  'interview-decisions': {
    label: 'Entrevistas a decidir',
    kind: 'interview',
    openers: ['admissions.decide'],
  },
  'manual-payments': {
    label: 'Pagamentos a confirmar',
    kind: 'application',
    openers: ['payments.settle'],
  },
  attention: { label: 'Pagamentos com atenção', kind: 'payment', openers: ['payments.settle'] },
  'month-attention': { label: 'Mensalidades com atenção', kind: 'month', openers: ['payments.settle'] },
  cancellations: { label: 'Cancelamentos', kind: 'cancellation', openers: ['payments.leave'] },
  'stuck-papers': { label: 'Papéis parados', kind: 'application', openers: ['documents.review'] },
  'student-numbers': { label: 'Sem número de matrícula', kind: 'application', openers: ['students'] },
} as const satisfies Record<string, { label: string; kind: Kind; openers: readonly [Scope, ...Scope[]] }>;

export type QueueName = keyof typeof QUEUES;

/** Names of the queues in display order. */
export const QUEUE_NAMES = Object.keys(QUEUES) as [QueueName, ...QueueName[]];

/** Hours after enrolment from which an application without a student number is at risk, and late (spec 25.4.1). */
export const NUMBER_HOURS = { atRisk: 24, late: 72 } as const;

/**
 * Hours until a payment to be confirmed at the institution is at risk, and late; the candidate cannot continue meanwhile (spec
 * 25.4.1).
 */
export const MANUAL_HOURS = { atRisk: 24, late: 48 } as const;

/**
 * Hours until something that keeps a person out of their account or application is at risk, and late: a document that two people
 * claim, a held contact (spec 25.4.1).
 */
export const PERSON_HOURS = { atRisk: 24, late: 48 } as const;

/** Hours until an undelivered message, or a system that no longer receives notifications, is at risk, and late (spec 25.4.1). */
export const FAILED_HOURS = { atRisk: 24, late: 72 } as const;

/** Days before its deadline from which a request about personal data is at risk (spec 25.4.1). */
export const PRIVACY_RISK_DAYS = 3;

/** Hours until money that needs review is at risk, and late (spec 25.4.1). */
export const ATTENTION_HOURS = { atRisk: 24, late: 48 } as const;

/**
 * Business days within which a cancellation request should be decided: within the right of withdrawal, and otherwise (spec
 * 25.4.1).
 */
export const CANCELLATION_DAYS = { withdrawal: 1, other: 5 } as const;
/** Hours before that time from which a cancellation request is at risk. */
export const CANCELLATION_RISK_HOURS = 48;
/**
 * Hours until something that holds up the selection is at risk, and late: scores, questionnaires and interviews (spec 25.4.1).
 */
export const SELECTION_HOURS = { atRisk: 24, late: 48 } as const;

/** Scopes of which any one allows claiming an item that is in a queue, or in none. */
export const takersOf = (kind: Kind, queue: QueueName | null): readonly Scope[] =>
  KINDS[kind].byQueue && queue ? QUEUES[queue].openers : KINDS[kind].openers;

/** Scopes of which any one allows taking an item over from its holder. */
export const leadsOf = (kind: Kind, queue: QueueName | null): readonly Scope[] =>
  KINDS[kind].byQueue && queue ? QUEUES[queue].openers : [KINDS[kind].lead];
