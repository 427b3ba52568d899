import type { Scope } from '../operations/index.ts';

/**
 * What somebody of the team takes up to decide (spec 25.4.2): which parts let her take it, which one lets her take it over
 * from somebody else, and how many of them she holds at most.
 */
export const KINDS = {
  essay: { openers: ['essays.grade', 'essays.lead'], lead: 'essays.lead', most: 1 },
  document: { openers: ['documents.review'], lead: 'documents.review', most: 20 },
} as const satisfies Record<string, { openers: readonly Scope[]; lead: Scope; most: number }>;

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
} as const satisfies Record<string, { label: string; kind: Kind; openers: readonly Scope[] }>;

export type QueueName = keyof typeof QUEUES;

/** Names of the queues in the order in which they are shown. */
export const QUEUE_NAMES = Object.keys(QUEUES) as [QueueName, ...QueueName[]];
