import type { Examples } from '../records.ts';
import { AT } from './records.ts';

const claim = {
  claimId: 401,
  staffId: 61,
  by: 'Bia Secretaria',
  since: AT,
  until: '2026-01-12T10:15:00-03:00',
  mine: true,
};
const item = {
  kind: 'document',
  itemId: 6001,
  title: 'Documento de identidade',
  subscriptionId: 5001,
  institutionCode: 'CUA01',
  waitingSince: AT,
  dueAt: '2026-01-14T10:00:00-03:00',
  risk: 'none',
  version: 3,
  claim,
  assigned: null,
  skipped: false,
};

const group = {
  ...{ id: 71, institutionCode: 'CUA01', name: 'Banca de Direito' },
  members: [
    { staffId: 61, name: 'Bia Secretaria', counts: true },
    { staffId: 62, name: 'Caio Secretaria', counts: false },
  ],
  ...{ assigned: 12, version: 2, createdBy: 'Ana Coordenação', createdAt: AT },
};

/** Examples of queues and claims. */
export const queueExamples = {
  'GET /operations/queues': {
    answers: {
      200: {
        asOf: AT,
        queues: [
          {
            queue: 'enrolment-documents',
            label: 'Documentos da matrícula',
            count: 20,
            capped: false,
            atRisk: 2,
            late: 0,
            mine: 1,
            assigned: 4,
            oldestAt: AT,
            track: [4, 12, 31, 56, 88],
          },
        ],
      },
    },
  },
  'GET /operations/queues/{queue}': {
    answers: { 200: { data: [item], total: 1, totalCapped: false, nextCursor: null } },
  },
  'POST /operations/queues/{queue}/next': { body: { after: 6000 }, answers: { 200: item } },
  'POST /operations/queues/{queue}/skips': {
    body: { itemId: 6001, reason: 'Preciso perguntar à coordenação' },
    answers: {},
  },
  'GET /operations/queues/{queue}/assignees': {
    answers: {
      200: {
        data: [{ staffId: 61, name: 'Bia Secretaria', assigned: 4 }],
        groups: [
          { groupId: 71, name: 'Banca de Direito', institutionCode: 'CUA01', members: 2, assigned: 12 },
        ],
      },
    },
  },
  'POST /operations/queues/{queue}/assignments': {
    body: { groupId: 71, count: 10 },
    answers: { 200: { assigned: 10 } },
  },
  'GET /operations/assignments/{kind}/{itemId}': {
    answers: {
      200: {
        data: [
          {
            ...{ staffId: 61, groupId: null, name: 'Bia Secretaria', by: 'Ana Coordenação', at: AT },
            ...{ reason: 'Conhece o curso', endedAt: null, endedBy: null },
          },
          {
            ...{ staffId: null, groupId: 71, name: 'Banca de Direito', by: 'Ana Coordenação', at: AT },
            ...{ reason: null, endedAt: AT, endedBy: 'Bia Secretaria' },
          },
        ],
      },
    },
  },
  'PUT /operations/assignments/{kind}/{itemId}': {
    body: { staffId: 61, reason: 'Conhece o curso' },
    answers: {},
  },
  'GET /operations/groups': {
    answers: { 200: { data: [group], people: [{ staffId: 61, name: 'Bia Secretaria' }] } },
  },
  'POST /operations/groups': {
    body: { institution: 'CUA01', name: 'Banca de Direito', staffIds: [61, 62] },
    answers: { 201: group },
  },
  'PUT /operations/groups/{id}': {
    body: { name: 'Banca de Direito', staffIds: [61, 62], version: 1 },
    answers: { 200: group },
  },
  'DELETE /operations/groups/{id}': { answers: {} },
  'GET /operations/opened-subscriptions': {
    answers: {
      200: [
        {
          subscriptionId: 5001,
          name: 'Candidata Um',
          courseName: 'Administração',
          status: 1,
          statusName: 'Inscrito',
          statusColor: 'status-subscribed',
          institutionCode: 'CUA01',
          openedAt: AT,
        },
      ],
    },
  },
  'POST /operations/claims': {
    body: { kind: 'document', itemId: 6001, takeOver: true },
    answers: { 201: { id: 401, until: '2026-01-12T10:15:00-03:00', version: 3 } },
  },
  'PUT /operations/claims/{id}': { answers: { 200: { until: '2026-01-12T10:16:00-03:00' } } },
  'DELETE /operations/claims/{id}': { answers: {} },
} satisfies Examples;
