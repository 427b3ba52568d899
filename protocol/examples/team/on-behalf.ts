import { type Examples, sentFile } from '../records.ts';

const scores = { languages: 600, humanities: 640, sciences: 580, mathematics: 660, essay: 620 };
const graduate = {
  key: 'graduate',
  label: 'Graduação',
  mandatory: true,
  min: 1,
  max: 5,
  complete: true,
  rows: [{ course: 'Administração', institution: 'Universidade Exemplo', year: 2012 }],
  revision: 1,
};
const disciplines = {
  disciplines: [
    {
      id: 41,
      code: 'PSI101',
      name: 'História da Psicologia',
      workload: 80,
      mandatory: true,
      group: null,
      accepted: false,
      chosen: true,
    },
    {
      id: 44,
      code: 'PSI151',
      name: 'Antropologia e Cultura',
      workload: 40,
      mandatory: false,
      group: 'A',
      accepted: false,
      chosen: true,
    },
  ],
  electiveMin: 1,
  electiveMax: 2,
  analysis: { state: 'unused', accepted: [], term: null },
};

/** What the institution does for people who cannot use a form themselves (spec 9.5, D-85). */
export const onBehalfExamples = {
  'GET /operations/subscriptions/{id}/course-options': {
    answers: {
      200: {
        courses: [
          { code: 'ADM', name: 'Administração' },
          { code: 'CCO', name: 'Ciências Contábeis' },
        ],
        poles: [
          { code: 'BH', name: 'Polo Belo Horizonte', left: 12 },
          { code: 'CT', name: 'Polo Contagem', left: 3 },
        ],
        current: { courseCode: 'ADM', poleCode: 'BH' },
      },
    },
  },
  'POST /operations/subscriptions/{id}/course-change': {
    body: { courseCode: 'ADM', poleCode: 'CT', reason: 'Mudou de cidade', version: 4 },
    answers: { 200: { id: 5001, state: 'changed', subscriptionId: 5001, status: 3 } },
  },
  'GET /operations/subscriptions/{id}/scheduling': {
    answers: {
      200: [
        {
          campusSchedulingId: 3,
          campusScheduling: 'Bloco A',
          campusPolo: 'Polo Belo Horizonte',
          address: 'Rua Exemplo, 100',
          dates: [
            {
              date: '2026-01-20',
              slots: [{ id: 12, dataHora: '2026-01-20T14:00:00-03:00', available: true }],
            },
          ],
        },
      ],
    },
  },
  'PUT /operations/subscriptions/{id}/scheduling': {
    body: { hourId: 12, reason: 'Pediu pelo telefone' },
    answers: {
      200: {
        hour: { id: 12, dataHora: '2026-01-20T14:00:00-03:00' },
        campusSchedulingId: 3,
        campusScheduling: 'Bloco A',
        campusPolo: 'Polo Belo Horizonte',
      },
    },
  },
  'POST /operations/subscriptions/{id}/exam-score': {
    body: { registration: '251000000005', year: 2025 },
    answers: {
      202: {
        state: 'approved',
        registration: '251000000005',
        year: 2025,
        scores,
        average: 620,
        expectedBy: null,
        attemptsLeft: 2,
        years: { oldest: 2016, latest: 2025 },
      },
    },
  },
  'GET /operations/subscriptions/{id}/questionnaire': {
    answers: {
      200: {
        state: 'draft',
        comment: null,
        years: { birthDate: '1990-05-10', limit: 2026 },
        sections: [graduate],
      },
    },
  },
  'PUT /operations/subscriptions/{id}/questionnaire/sections/{key}': {
    body: { rows: graduate.rows },
    answers: { 200: { ...graduate, savedAt: '2026-01-12T11:00:00-03:00' } },
  },
  'POST /operations/subscriptions/{id}/questionnaire/submit': {
    body: { reason: 'Sem acesso à página' },
    answers: { 200: { state: 'submitted', status: 20 } },
  },
  'GET /operations/subscriptions/{id}/disciplines': { answers: { 200: disciplines } },
  'PUT /operations/subscriptions/{id}/disciplines': {
    body: { electives: ['PSI151'] },
    answers: { 200: disciplines },
  },
  'POST /operations/documents/{id}/files': {
    answers: { 201: sentFile },
  },
  'POST /operations/documents/{id}/covered-by/{otherId}': {
    body: { reason: 'O CPF está no RG' },
    answers: { 200: { id: 6002, state: 'pending', subscriptionId: 5001, status: 5 } },
  },
  'PUT /operations/persons/{id}/institution-filter': {
    body: { disabled: true },
    answers: { 200: { personId: 9001, disabled: true } },
  },
} satisfies Examples;
