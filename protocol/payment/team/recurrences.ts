import { z } from 'zod';
import { awaitsApproval } from '../../approval/index.ts';
import {
  defineCalls,
  id,
  isoDateTime,
  listOf,
  listQuery,
  subscriptionQuery,
} from '../../foundation/index.ts';
import { decided } from '../../work/index.ts';
import { cycleState, month, monthlyMethod, monthMark, recurrenceRecord } from '../index.ts';
import { handled, reason, refundBody } from './payments.ts';

/** A later month of a recurrence, with what was given back of it and said of its marks (spec 17.2). */
const opsMonth = z
  .object({
    ...month,
    recurrenceId: id,
    subscriptionId: id,
    method: monthlyMethod,
    ...handled,
    updatedAt: isoDateTime,
  })
  .meta({ id: 'OperationsMonth' });

/** Later months by operations (spec 14.8, 17.2). */
export const monthCalls = defineCalls({
  'GET /operations/subscriptions/{id}/recurrence': {
    summary: 'Newest authorisation of the later instalments, with its months and what the bank said of them',
    auth: 'service',
    scope: 'payments.read',
    responses: { 200: recurrenceRecord },
    errors: ['NOT_FOUND'],
  },
  'GET /operations/months': {
    summary: 'Months of all authorisations, most recently changed first; attention is a mark, or any',
    auth: 'service',
    scope: 'payments.read',
    query: z.object({
      attention: z.enum([...monthMark.options, 'any']).optional(),
      state: cycleState.optional(),
      ...subscriptionQuery,
      ...listQuery,
    }),
    responses: { 200: listOf(opsMonth) },
    errors: [],
  },
  'POST /operations/months/{id}/refund': {
    summary: 'Give money of a month back by who took it; outside = already given back elsewhere',
    auth: 'service',
    scope: 'payments.refund',
    confirm: 'strong',
    body: refundBody,
    secondPerson: true,
    responses: { 200: decided, 202: awaitsApproval },
    errors: ['NOT_FOUND', 'VALIDATION', 'STATE_CONFLICT', 'APPROVAL_PENDING'],
  },
  'POST /operations/months/{id}/resolution': {
    summary: 'Take an attention mark off a month with a reason: nothing has to happen',
    auth: 'service',
    scope: 'payments.settle',
    body: z.object({ mark: monthMark, reason }),
    responses: { 200: decided },
    errors: ['NOT_FOUND', 'VALIDATION', 'STATE_CONFLICT'],
  },
});
