import type { Examples } from '../records.ts';
import { awaiting } from './approvals.ts';
import { AT } from './records.ts';

const decided = (state: string) => ({ id: 5001, state, subscriptionId: 5001, status: 6 });

/** Examples of what the front desk does for a person. */
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
  'GET /operations/subscriptions/{id}/dossier': { answers: {} },
  'GET /operations/front-desk/offers': {
    answers: {
      200: {
        data: [
          {
            ...{
              offerCode: 'ADM-ESSAY',
              offerName: 'Vestibular online',
              ingress: 'Vestibular online',
            },
            ...{ institutionCode: 'CUA01', courseCode: 'ADM', courseName: 'Administração' },
            poles: [{ code: 'BH', name: 'Polo Belo Horizonte', left: 12 }],
          },
        ],
        total: 1,
      },
    },
  },
  'POST /operations/front-desk/applications': {
    body: {
      ...{
        documentType: 'cpf',
        document: '40450560686',
        name: 'Candidata Dezenove',
        birthDate: '1998-08-18',
      },
      ...{ email: 'dezenove@exemplo.test', cellPhone: '31900000019', paper: 'identity-card', consent: true },
      ...{ offerCode: 'ADM-ESSAY', courseCode: 'ADM', poleCode: 'BH', schooling: { level: 'high-school' } },
    },
    answers: { 201: { id: 5001, personId: 9001, made: true, paper: 'identity-card', linked: false } },
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
  'POST /operations/subscriptions/{id}/discount/withdrawal': {
    body: { purpose: 'enrollment', reason: 'Foi dado à pessoa errada', version: 8 },
    answers: { 200: decided('withdrawn') },
  },
} satisfies Examples;
