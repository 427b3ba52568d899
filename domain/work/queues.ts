import type { Scope } from '../staff/index.ts';

/**
 * What somebody of the team takes up to decide (spec 25.4.2): which parts let her take it, which one lets her take it over
 * from somebody else, and how many of them she holds at most. Of a kind whose queues are decided by different parts, `byQueue`,
 * an item is taken and taken over with a part of its own queue alone, and only while it waits there.
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

/** Every kind, for the shapes of calls. */
export const KIND_NAMES = Object.keys(KINDS) as [Kind, ...Kind[]];

/** Queues whose items have a screen: label, what waits there, and the parts of which one opens it (spec 25.4.1). */
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

/** Names of the queues in the order in which they are shown. */
export const QUEUE_NAMES = Object.keys(QUEUES) as [QueueName, ...QueueName[]];

/** Hours after its enrolment from which an application without student number is at risk, and late (spec 25.4.1). */
export const NUMBER_HOURS = { atRisk: 24, late: 72 } as const;

/** The same for money that the institution says it takes itself: the candidate cannot go on meanwhile (spec 25.4.1). */
export const MANUAL_HOURS = { atRisk: 24, late: 48 } as const;

/** The same for what keeps somebody out of her account or her application: a document of two people, a contact that is held (spec 25.4.1). */
export const PERSON_HOURS = { atRisk: 24, late: 48 } as const;

/** The same for messages that reached nobody and systems that hear nothing any more (spec 25.4.1). */
export const FAILED_HOURS = { atRisk: 24, late: 72 } as const;

/** Days before its deadline from which a request about personal data is at risk (spec 25.4.1). */
export const PRIVACY_RISK_DAYS = 3;

/** The same for money that somebody must look at (spec 25.4.1). */
export const ATTENTION_HOURS = { atRisk: 24, late: 48 } as const;

/** Business days in which a wish to leave should be decided: within the right of withdrawal, and otherwise (spec 25.4.1). */
export const CANCELLATION_DAYS = { withdrawal: 1, other: 5 } as const;
/** Hours before that from which it is at risk. */
export const CANCELLATION_RISK_HOURS = 48;
/** The same for what the selection waits for: scores, questionnaires and interviews (spec 25.4.1). */
export const SELECTION_HOURS = { atRisk: 24, late: 48 } as const;

/** Parts of which one lets somebody take an item up that waits in a queue, or in none. */
export const takersOf = (kind: Kind, queue: QueueName | null): readonly Scope[] =>
  KINDS[kind].byQueue && queue ? QUEUES[queue].openers : KINDS[kind].openers;

/** Parts of which one lets somebody take an item over from whoever has it. */
export const leadsOf = (kind: Kind, queue: QueueName | null): readonly Scope[] =>
  KINDS[kind].byQueue && queue ? QUEUES[queue].openers : [KINDS[kind].lead];
