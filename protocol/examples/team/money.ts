import type { Examples } from '../records.ts';
import { awaiting } from './approvals.ts';
import {
  AT,
  decision,
  listed,
  moneyItem,
  openPayment,
  opsMonth,
  opsPayment,
  opsRecurrence,
  readSlipReturn,
  reconciliation,
  reconciliationDifference,
  slipRemittance,
  slipReturn,
} from './records.ts';

/** Examples of payments, authorisations of monthly payments, ledgers and slip files. */
export const moneyExamples = {
  'GET /operations/payments': { answers: { 200: listed(opsPayment) } },
  'POST /operations/payments/search': {
    body: { q: 'E00000000202601121350abcdef12345' },
    answers: {
      200: { data: [{ ...opsPayment, foundBy: ['charge', 'end-to-end'], months: [] }], more: false },
    },
  },
  'GET /operations/payments/{id}': { answers: { 200: openPayment } },
  'GET /operations/refunds': {
    answers: {
      200: listed({
        ...{
          id: 8201,
          paymentId: 8001,
          monthId: null,
          subscriptionId: 5001,
          institution: 'CUA01',
          amount: 10,
        },
        ...{ state: 'processing', reason: 'Pago a mais', requestedBy: 'ERP', failure: null },
        ...{ requestedAt: '2026-01-12T11:00:00-03:00', settledAt: null },
      }),
    },
  },
  'GET /operations/subscriptions/{id}/recurrence': { answers: { 200: opsRecurrence } },
  'GET /operations/months': { answers: { 200: listed(opsMonth) } },
  'GET /operations/months/{id}': {
    answers: { 200: { ...opsMonth, ...moneyItem, marks: [], paymentId: 8001, recurrenceState: 'approved' } },
  },
  'POST /operations/months/{id}/refund': {
    body: { amount: 360, reason: 'Paga duas vezes' },
    answers: { 200: decision(9801, 'processing', 7), 202: awaiting },
  },
  'POST /operations/months/{id}/resolution': {
    body: { mark: 'amount-lower', reason: 'Desconto combinado' },
    answers: { 200: decision(9801, 'ignored', 7) },
  },
  'GET /operations/subscriptions/{id}/money': {
    answers: {
      200: {
        due: null,
        refundable: [
          {
            paymentId: 8001,
            monthId: null,
            number: null,
            purpose: 'enrollment',
            method: 'pix',
            paidAt: AT,
            left: 360,
            returned: 0,
            waiting: 0,
            byProvider: true,
          },
        ],
        counter: null,
        secondPersonAbove: 500,
        secondPersonSettlesAbove: 1000,
      },
    },
  },
  'POST /operations/subscriptions/{id}/manual-payments': {
    body: { purpose: 'enrollment', amount: 360, reason: 'Paga em dinheiro' },
    answers: {
      201: {
        id: 8003,
        subscriptionId: 5001,
        purpose: 'enrollment',
        amount: 360,
        reason: 'Paga em dinheiro',
        state: 'pending',
        status: 11,
      },
    },
  },
  'POST /operations/manual-payments/{id}/decision': {
    body: { decision: 'settled', receivedAt: AT, proof: 'Recibo 17' },
    answers: { 200: decision(8003, 'settled', 5), 202: awaiting },
  },
  'POST /operations/payments/{id}/refund': {
    body: { amount: 10, reason: 'Pago a mais' },
    answers: { 200: decision(8001, 'processing', 5), 202: awaiting },
  },
  'POST /operations/payments/{id}/resolution': {
    body: { mark: 'amount-higher', decision: 'ignored', reason: 'Doação, diz quem pagou' },
    answers: { 200: decision(8001, 'ignored', 5) },
  },
  'GET /operations/provider-checks': {
    answers: {
      200: [
        {
          ...{ provider: 'pix', checkedAt: AT, checkedBy: 'Ana Modelo', ok: true, words: null },
          changedSince: false,
          certificateUntil: '2026-09-30T20:59:59-03:00',
        },
      ],
    },
  },
  'POST /operations/provider-checks': {
    body: { institution: 'CUA01' },
    answers: {
      200: {
        institution: 'CUA01',
        profile: 'banco-do-brasil',
        source: 'imobanco/bb-wrapper; ACBrPIXPSPBancoDoBrasil.pas; developers.bb.com.br',
        hints: [],
        steps: [
          { step: 'token', ok: true, words: 'The provider gave a token' },
          {
            step: 'read',
            ok: false,
            words: 'The provider answered 403 AcessoNegado A chamada não tem gw-dev-app-key.',
          },
        ],
      },
    },
  },
  'GET /operations/reconciliations': { answers: { 200: listed(reconciliation) } },
  'GET /operations/reconciliations/{id}': {
    answers: { 200: { ...reconciliation, differences: [reconciliationDifference] } },
  },
  'POST /operations/reconciliations': {
    body: { institution: 'CUA01', provider: 'pix' },
    answers: {
      202: [
        {
          ...reconciliation,
          ...{ nightly: false, state: 'waiting', compared: 0, applied: 0, open: 0, attempts: 0 },
          ...{ nextAttemptAt: '2026-01-12T11:00:00-03:00', endedAt: null },
        },
      ],
    },
  },
  'GET /operations/reconciliation-differences': { answers: { 200: listed(reconciliationDifference) } },
  'POST /operations/reconciliation-differences/{id}/resolution': {
    body: { reason: 'Dez reais voltaram no balcão do banco' },
    answers: {
      200: {
        ...reconciliationDifference,
        ...{ state: 'resolved', reason: 'Dez reais voltaram no balcão do banco', resolvedAt: AT },
      },
    },
  },
  'GET /operations/slip-remittances': { answers: { 200: listed(slipRemittance) } },
  'GET /operations/slip-remittances/{id}/file': {
    answers: { 200: { name: 'FBX01-2026-01-12-000012.rem', content: '00100000         …' } },
  },
  'POST /operations/slip-remittances': {
    body: { institution: 'FBX01' },
    answers: { 201: slipRemittance },
  },
  'GET /operations/slip-returns': { answers: { 200: listed(readSlipReturn) } },
  'GET /operations/slip-returns/{id}': {
    answers: { 200: { ...readSlipReturn, lines: slipReturn.lines } },
  },
  'POST /operations/slip-returns': {
    body: { institution: 'FBX01', file: '00100000         …', encoding: 'text' },
    answers: { 200: slipReturn, 202: awaiting },
  },
} satisfies Examples;
