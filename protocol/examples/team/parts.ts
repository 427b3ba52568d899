import type { Examples } from '../records.ts';
import { AT } from './records.ts';

/** Examples of the parts of an application's page. */
export const partExamples = {
  'GET /operations/subscriptions/{id}/documents': {
    answers: {
      200: [
        {
          id: 6001,
          name: 'Histórico escolar',
          stage: 'enrollment',
          required: true,
          state: 'rejected',
          refusal: 'Documento ilegível',
          files: 1,
          waitingSince: null,
          claim: null,
        },
      ],
    },
  },
  'GET /operations/subscriptions/{id}/charges': {
    answers: {
      200: {
        charges: [
          {
            paymentId: 8001,
            purpose: 'enrollment',
            method: 'slip',
            installments: 1,
            state: 'pending',
            amount: 360,
            received: null,
            returned: 0,
            createdAt: AT,
            paidAt: null,
            dueDate: '2026-01-15',
            slipLine: '00190000090312345678900000012178199990000036000',
          },
        ],
        months: [],
        paid: 0,
        returned: 0,
        owed: 360,
        next: { amount: 360, dueDate: '2026-01-15', overdue: false },
      },
    },
  },
  'GET /operations/payments/{id}/slip': { answers: {} },
  'GET /operations/subscriptions/{id}/acceptances': {
    answers: {
      200: [
        {
          acceptanceId: 8101,
          title: 'Contrato de graduação',
          version: 4,
          acceptedAt: AT,
          voidedAt: null,
          copy: 'ready',
          evidence: [{ label: 'Identificação no portal', value: 'senha da conta' }],
        },
      ],
    },
  },
  'GET /operations/acceptances/{id}/file': { answers: {} },
  'GET /operations/subscriptions/{id}/essays': {
    answers: {
      200: [{ essayId: 7001, attempt: 1, state: 'graded', score: 720, minScore: 200, approved: true }],
    },
  },
  'GET /operations/subscriptions/{id}/tests': {
    answers: {
      200: [
        {
          at: '2026-01-20T14:00:00-03:00',
          place: 'Bloco A',
          pole: 'Campus Centro',
          state: 'booked',
          score: null,
          essayScore: null,
        },
      ],
    },
  },
  'GET /operations/subscriptions/{id}/exam-scores': {
    answers: {
      200: [
        {
          id: 7501,
          registration: '251000000000',
          year: 2025,
          state: 'analysing',
          scores: null,
          average: null,
        },
      ],
    },
  },
  'GET /operations/subscriptions/{id}/admission': {
    answers: {
      200: {
        questionnaire: { state: 'returned', comment: 'Complete a graduação.', submittedAt: AT },
        interview: { id: 7701, state: 'requested', appointment: null },
      },
    },
  },
} satisfies Examples;
