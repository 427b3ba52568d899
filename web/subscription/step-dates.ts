import type { Answer } from '@orbita/protocol';
import type { Step } from './queries.ts';

export type History = Answer<'GET /candidate/subscriptions/{id}/status'>['history'];

/** Events that close a step; the last of them in the history gives its date. */
const CLOSED_BY: Partial<Record<Step['code'], readonly string[]>> = {
  subscription: ['create', 'information-completed'],
  tax: ['tax-paid', 'tax-waived'],
  'selection-documents': ['selection-documents-approved', 'analysis-rejected'],
  assessment: ['essay-finished', 'test-approved', 'test-rejected'],
  questionnaire: ['questionnaire-submitted', 'questionnaire-approved'],
  interview: ['interview-held', 'interview-approved'],
  analysis: ['essay-approved', 'essay-rejected', 'exam-score-approved', 'exam-score-rejected'],
  result: [
    'essay-approved',
    'essay-rejected',
    'test-approved',
    'test-rejected',
    'exam-score-approved',
    'exam-score-rejected',
    'interview-approved',
    'questionnaire-approved',
    'direct-entry',
  ],
  data: ['contract-accepted'],
  class: ['class-selected'],
  payment: ['payment-confirmed', 'payment-waived', 'manual-payment-settled'],
  documents: ['documents-approved'],
};

const ENROLLED = 7;

/** When a step was closed (ISO), as far as the history tells (spec 8.6). */
export function closedAt(code: Step['code'], history: History): string | undefined {
  if (code === 'enrolled') return history.findLast(({ to }) => to === ENROLLED)?.at;
  return history.findLast(({ event }) => CLOSED_BY[code]?.includes(event))?.at;
}

/** The application that changed last; undefined of none. */
export const lastChanged = <C extends { changedAt: string }>(cards: readonly C[]): C | undefined =>
  cards.reduce<C | undefined>(
    (best, card) => (best && Date.parse(best.changedAt) >= Date.parse(card.changedAt) ? best : card),
    undefined,
  );
