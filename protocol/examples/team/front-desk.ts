import type { Examples } from '../records.ts';
import { awaiting } from './approvals.ts';
import { AT } from './records.ts';

const decided = (state: string) => ({ id: 5001, state, subscriptionId: 5001, status: 6 });

/** Examples of what is done for one person at the front desk. */
export const frontDeskExamples = {
  'GET /operations/subscriptions/{id}/deadlines': {
    answers: {
      200: {
        deadlines: [{ deadline: 'payment', label: 'Pagamento', until: '2026-01-19', open: 14 }],
        today: '2026-01-12',
        latest: '2026-07-11',
        aloneUntil: '2026-01-27',
        offer: { code: 'ADM-ESSAY', name: 'Vestibular online' },
        ofOffer: [
          {
            ...{ id: 31, deadline: 'payment', until: '2026-01-19', by: 'equipe / Ana Secretaria', at: AT },
            ...{ extended: 12, finished: true },
          },
        ],
      },
    },
  },
  'POST /operations/subscriptions/{id}/deadline': {
    body: { deadline: 'payment', until: '2026-01-26', reason: 'Banco fora do ar', version: 7 },
    answers: { 200: decided('extended'), 202: awaiting },
  },
  'POST /operations/offers/{code}/deadline': {
    body: { deadline: 'payment', until: '2026-01-26', reason: 'Banco fora do ar' },
    answers: { 200: { id: 31, open: 14 }, 202: awaiting },
  },
  'GET /operations/subscriptions/{id}/discounts': {
    answers: {
      200: {
        payments: [{ purpose: 'enrollment', label: 'matrícula', first: 400, all: 2400 }],
        given: [],
        today: '2026-01-12',
        latest: '2026-07-11',
        secondPersonAbove: 100,
      },
    },
  },
  'POST /operations/subscriptions/{id}/discount': {
    body: {
      ...{ purpose: 'enrollment', percent: 10, amount: null, appliesTo: 'first', until: '2026-01-31' },
      ...{ reason: 'Filha de quem trabalha aqui', version: 7 },
    },
    answers: { 200: decided('given'), 202: awaiting },
  },
} satisfies Examples;
