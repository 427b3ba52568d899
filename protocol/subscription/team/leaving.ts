import { z } from 'zod';
import { awaitsApproval } from '../../approval/index.ts';
import {
  cursor,
  day,
  defineCalls,
  id,
  isoDateTime,
  listOf,
  listQuery,
  MOST_MONEY,
  maybe,
  money,
  named,
  pageQuery,
  text,
  typed,
} from '../../foundation/index.ts';
import { decided, itemErrors, ownItem, seenVersion } from '../../work/index.ts';
import { cancellationReason } from '../index.ts';

const cancellationState = z
  .enum(['open', 'done', 'confirmed', 'denied', 'withdrawn'])
  .meta({ id: 'CancellationState' });

/** Cancellation request as the institution decides it (spec 17.2). */
const opsCancellation = named('OperationsCancellation', {
  id,
  subscriptionId: id,
  reason: cancellationReason,
  details: text.nullable(),
  state: cancellationState,
  requestedAt: isoDateTime,
  withdrawalRight: z.boolean(),
  paidTotal: money,
  refund: money.nullable(),
  institutionCode: text,
  courseName: text,
  /** Last day of the right of withdrawal from the contract; null if no contract was accepted. */
  withdrawalUntil: day.nullable(),
  /** When it should be decided by. */
  dueAt: isoDateTime,
  decidedBy: text.nullable(),
  decidedAt: isoDateTime.nullable(),
});

/** One cancellation request with what is needed to decide it (spec 25.12). */
const openCancellation = named('OpenCancellation', {
  ...opsCancellation.shape,
  version: z.number().int().positive(),
  person: z.object({ personId: id, name: text }),
  decisionReason: text.nullable(),
  /** First day of classes; null if the offer has none. */
  classesBegin: day.nullable(),
  /** Whether it may be denied now: from the first day of classes on, outside the right of withdrawal. */
  mayDeny: z.boolean(),
  /** What can still be refunded, and what would be proposed; `fixed`: within the right of withdrawal everything is refunded. */
  left: money,
  proposed: money,
  fixed: z.boolean(),
  /** Already refunded or being refunded, and awaiting a second person: both count towards the limit. */
  returned: money,
  waiting: money,
  secondPersonAbove: money,
  work: ownItem.nullable(),
});

const blockState = z.enum(['active', 'lifted']).meta({ id: 'BlockState' });
const documentType = z.enum(['cpf', 'rne', 'passport']);

/** Person who may not apply. */
const block = named('Block', {
  id,
  documentType,
  document: text,
  reason: text,
  state: blockState,
  createdAt: isoDateTime,
  liftedAt: isoDateTime.nullable(),
});

/** Cancellations, blocks and the decisions that end or revive an application (spec 17.2). */
export const leavingCalls = defineCalls({
  'GET /operations/cancellations': {
    summary: 'Wishes to leave, oldest first; decided = all that do not wait any more, the last first',
    scope: 'payments.read',
    query: z.object({ state: z.enum([...cancellationState.options, 'decided']).optional(), ...listQuery }),
    responses: { 200: listOf(opsCancellation) },
  },
  'GET /operations/cancellations/{id}': {
    summary: 'One wish to leave, with what goes back and whether it may be denied',
    scope: 'payments.read',
    responses: { 200: openCancellation },
  },
  'POST /operations/cancellations/{id}/decision': {
    summary: 'Confirm with what is given back, or deny with a reason',
    scope: 'payments.leave',
    confirm: 'strong',
    alsoScope: 'subscriptions.read',
    body: z.object({
      decision: z.enum(['confirmed', 'denied']),
      reason: maybe(typed(2000)),
      refund: maybe(money.min(0).max(MOST_MONEY)),
      refundBy: maybe(day),
      version: seenVersion,
    }),
    secondPerson: true,
    responses: { 200: decided, 202: awaitsApproval },
    errors: [...itemErrors, 'TRANSITION_NOT_ALLOWED', 'APPROVAL_PENDING'],
  },
  'POST /operations/subscriptions/{id}/events': {
    summary: 'Reinstate an expired application, or disqualify one',
    scope: 'subscriptions.decide',
    body: z.object({
      event: z.enum(['reinstated', 'disqualified']),
      reason: z.string().trim().min(1).max(2000),
      version: seenVersion,
    }),
    responses: { 200: decided },
    errors: [
      'VERSION_REQUIRED',
      'VERSION_CONFLICT',
      'TRANSITION_NOT_ALLOWED',
      'BLOCKED',
      'NO_VACANCIES',
      'SUBSCRIPTION_EXISTS',
    ],
  },
  'POST /operations/blocks': {
    summary: 'Block a person by document; living applications go to 8',
    scope: 'subscriptions.decide',
    confirm: 'recent',
    body: z.object({
      documentType,
      document: typed(40),
      reason: z.string().trim().min(1).max(2000),
    }),
    responses: { 201: z.object({ id, subscriptions: z.array(id) }) },
  },
  'GET /operations/blocks': {
    summary: 'Blocks of the tenant, last changed first',
    scope: 'subscriptions.read',
    query: z.object({
      state: blockState.optional(),
      updatedSince: isoDateTime.optional(),
      ...pageQuery,
      cursor,
    }),
    responses: { 200: listOf(block) },
  },
  'DELETE /operations/blocks/{id}': {
    summary: 'Lift a block; blocked applications go back to where they were',
    scope: 'subscriptions.decide',
    responses: { 200: z.object({ id, subscriptions: z.array(id) }) },
  },
});
