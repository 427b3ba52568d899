import { z } from 'zod';
import { awaitsApproval } from '../../approval/index.ts';
import {
  defineCalls,
  id,
  isoDateTime,
  listOf,
  listQuery,
  named,
  subscriptionQuery,
} from '../../foundation/index.ts';
import { decided, itemErrors, seenVersion } from '../../work/index.ts';
import { cycleState, month, monthlyMethod, monthMark, recurrenceRecord, recurrenceState } from '../index.ts';
import { markWays, moneyItem } from './money-item.ts';
import { handled, reason, refundBody, refundErrors } from './payments.ts';

/** Later month of a recurrence, with its refunds and cleared marks (spec 17.2). */
const opsMonth = named('OperationsMonth', {
  ...month,
  recurrenceId: id,
  subscriptionId: id,
  method: monthlyMethod,
  ...handled,
  updatedAt: isoDateTime,
});

/** Same as `opsMonth`, for its own page: with its ways out and its state in a queue (spec 25.11). */
const openMonth = named('OpenMonth', {
  ...opsMonth.shape,
  ...moneyItem,
  marks: markWays(monthMark),
  /** Payment that the authorisation came with. */
  paymentId: id,
  recurrenceState,
});

/** Later months as operations see them (spec 14.8, 17.2). */
export const monthCalls = defineCalls({
  'GET /operations/subscriptions/{id}/recurrence': {
    summary: 'Newest authorisation of the later instalments, with its months and what the bank said of them',
    scope: 'payments.read',
    responses: { 200: recurrenceRecord },
  },
  'GET /operations/months': {
    summary: 'Months of all authorisations, most recently changed first; attention is a mark, or any',
    scope: 'payments.read',
    query: z.object({
      attention: z.enum([...monthMark.options, 'any']).optional(),
      state: cycleState.optional(),
      ...subscriptionQuery,
      ...listQuery,
    }),
    responses: { 200: listOf(opsMonth) },
  },
  'GET /operations/months/{id}': {
    summary: 'One month, with what may be done about its marks',
    scope: 'payments.read',
    responses: { 200: openMonth },
  },
  'POST /operations/months/{id}/refund': {
    summary: 'Give money of a month back by who took it; outside = already given back elsewhere',
    scope: 'payments.refund',
    confirm: 'strong',
    body: refundBody,
    secondPerson: true,
    responses: { 200: decided, 202: awaitsApproval },
    errors: [...refundErrors],
  },
  'POST /operations/months/{id}/resolution': {
    summary: 'Take an attention mark off a month with a reason: nothing has to happen',
    scope: 'payments.settle',
    body: z.object({ mark: monthMark, reason, version: seenVersion }),
    responses: { 200: decided },
    errors: [...itemErrors],
  },
});
