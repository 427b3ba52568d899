import type { Examples } from '../records.ts';
import { AT } from './records.ts';

const job = {
  id: 71,
  list: 'subscriptions',
  format: 'csv',
  state: 'running',
  rows: 5000,
  estimated: 12_400,
  query: { state: '5,7', institution: 'CUA01' },
  columns: ['number', 'name', 'status'],
  reason: 'Ligar para quem parou no contrato',
  createdAt: AT,
  expiresAt: null,
};

/** Examples of list exports. */
export const exportExamples = {
  'POST /operations/exports': {
    body: {
      list: 'subscriptions',
      query: { state: '5,7', institution: 'CUA01' },
      format: 'csv',
      columns: ['number', 'name', 'status'],
      reason: 'Ligar para quem parou no contrato',
    },
    answers: { 202: { id: 71 } },
  },
  'GET /operations/exports': { answers: { 200: [job] } },
  'GET /operations/exports/{id}': { answers: { 200: job } },
  'DELETE /operations/exports/{id}': { answers: {} },
  'GET /operations/exports/{id}/file': { answers: {} },
} satisfies Examples;
