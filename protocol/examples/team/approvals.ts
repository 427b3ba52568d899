import type { Examples } from '../records.ts';
import { AT, listed } from './records.ts';

const waiting = {
  id: 81,
  kind: 'refund',
  subject: { kind: 'payment', id: 301 },
  subscriptionId: 5001,
  institutions: ['CUA01'],
  summary: 'Devolver R$ 720,00 da inscrição 5001',
  fields: [
    { label: 'Valor', before: null, after: ['R$ 720,00'], notes: [] },
    { label: 'Pagamento', before: null, after: ['301'], notes: [] },
    { label: 'Já devolvido', before: ['R$ 0,00'], after: ['R$ 720,00'], notes: [] },
    { label: 'Motivo', before: null, after: ['Pago duas vezes.'], notes: [] },
  ],
  hash: 'c29tZSBtYXJrIG9mIGV4YWN0bHkgdGhpcyByZXF1ZXN0',
  amount: 720,
  reason: 'Pago duas vezes.',
  requestedBy: { staffId: 61, name: 'Ivo Financeiro', email: 'ivo@exemplo.test' },
  requestedAt: AT,
  expiresAt: '2026-01-15T10:00:00-03:00',
  aloneAt: null,
  state: 'waiting',
  decidedBy: null,
  decisionReason: null,
  endedAt: null,
  failure: null,
  refundState: null,
  mine: false,
  mayDecide: true,
  mayShowToken: false,
};

/** Response to a team member whose act awaits a second person. */
export const awaiting = { approval: waiting };

/** Examples of second-person approvals. */
export const approvalExamples = {
  'GET /operations/approvals': { answers: { 200: listed(waiting) } },
  'GET /operations/approvals/{id}': { answers: { 200: waiting } },
  'POST /operations/approvals/{id}/decision': {
    body: { decision: 'approved', hash: waiting.hash },
    answers: {
      200: {
        ...waiting,
        state: 'approved',
        hash: null,
        decidedBy: { staffId: 62, name: 'Júlia Financeiro' },
        endedAt: '2026-01-12T11:00:00-03:00',
        refundState: 'done',
        mayDecide: false,
      },
    },
  },
  'DELETE /operations/approvals/{id}': { answers: {} },
} satisfies Examples;
