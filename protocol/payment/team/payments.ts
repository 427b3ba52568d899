import { ATTENTIONS, RESOLUTIONS } from '@orbita/domain/payment';
import { z } from 'zod';
import { awaitsApproval } from '../../approval/index.ts';
import {
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
  subscriptionQuery,
  text,
  typed,
} from '../../foundation/index.ts';
import { statusNumber } from '../../subscription/index.ts';
import { decided, itemErrors, seenVersion } from '../../work/index.ts';
import { chargeState, method, monthMark, purpose, refundState } from '../index.ts';

export const reason = z.string().trim().min(1).max(2000);
const amount = money.positive().max(MOST_MONEY);

/** Why a payment needs attention (spec 14.4). */
export const attention = z.enum(ATTENTIONS).meta({ id: 'PaymentAttention' });

/** Decision of operations about a mark: nothing needs to be done, or the money pays for the application after all. */
const resolution = z.enum(RESOLUTIONS);

/** Refund; `outside` means that it was already refunded elsewhere and is only recorded. */
export const refundBody = z.object({ amount, reason, outside: maybe(z.boolean()) });

/** Why a refund is refused; somebody else may have claimed the money as a queue item (spec 25.4.2). */
export const refundErrors = [
  'NOT_FOUND',
  'VALIDATION',
  'STATE_CONFLICT',
  'CLAIMED_BY_OTHER',
  'APPROVAL_PENDING',
] as const;

/** Refunds of a payment or month, and marks that somebody has cleared, with what they stated. */
export const handled = {
  refunds: z.array(
    z.object({
      id,
      amount: money,
      state: refundState,
      reason: text,
      /** Who requested it, and who approved it if a second person did. */
      requestedBy: text,
      failure: text.nullable(),
      requestedAt: isoDateTime,
      settledAt: isoDateTime.nullable(),
    }),
  ),
  resolutions: z.array(
    z.object({
      mark: z.union([attention, monthMark]),
      decision: resolution,
      reason: text,
      by: text,
      at: isoDateTime,
    }),
  ),
};

/** Payment as the institution's systems see it (spec 17.2); `reason` is that of a manual payment. */
export const opsPayment = named('OperationsPayment', {
  id,
  subscriptionId: id,
  purpose,
  method,
  amount: money,
  received: money.nullable(),
  refunded: money,
  state: chargeState,
  providerId: text.nullable(),
  attention: z.array(attention),
  reason: text.nullable(),
  ...handled,
  createdAt: isoDateTime,
  paidAt: isoDateTime.nullable(),
  updatedAt: isoDateTime,
});

/** Payment that the institution settles itself (spec 17.2). */
const manualPayment = named('ManualPayment', {
  id,
  subscriptionId: id,
  purpose,
  amount: money,
  reason: text,
  state: z.enum(['pending', 'settled', 'refused']),
  status: statusNumber,
});

/** Payments of one application as its acts need them: what is due, and what can still be refunded (spec 25.6.2). */
const applicationMoney = named('ApplicationMoney', {
  /** Null if the application is not awaiting a payment; the most expensive of several plans comes first. */
  due: z.object({ purpose, prices: z.array(z.object({ description: text, amount: money })) }).nullable(),
  /** One entry per payment or later month that can still be refunded. */
  refundable: z.array(
    z.object({
      paymentId: id.nullable(),
      monthId: id.nullable(),
      /** Number of the instalment, for a month. */
      number: z.number().int().positive().nullable(),
      purpose,
      method,
      paidAt: isoDateTime.nullable(),
      left: money,
      /** Already refunded or being refunded, and awaiting a second person: both count towards the limit. */
      returned: money,
      waiting: money,
      /** Whether the provider that took the money refunds it; otherwise a refund only records what was done elsewhere. */
      byProvider: z.boolean(),
    }),
  ),
  /** Payment made at the institution and not confirmed yet; null if there is none. */
  counter: z
    .object({ paymentId: id, purpose, amount: money, reason: text.nullable(), askedAt: isoDateTime })
    .nullable(),
  /** Above this, a team member's refund needs a second person. */
  secondPersonAbove: money,
  /** Above this, a payment at the institution must be confirmed by two people; null means that one is always enough. */
  secondPersonSettlesAbove: money.nullable(),
});

/** Payments as operations handle them (spec 17.2, TR-12 to 14 and 80 to 82). */
export const moneyCalls = defineCalls({
  'GET /operations/payments': {
    summary: 'Payments, most recently changed first; attention is a mark, or any',
    scope: 'payments.read',
    query: z.object({
      attention: z.enum([...ATTENTIONS, 'any', 'true']).optional(),
      state: chargeState.optional(),
      method: method.optional(),
      /** Range of payment days in the tenant's time zone, inclusive; the list is then sorted by payment, latest first. */
      paidFrom: day.optional(),
      paidUntil: day.optional(),
      ...subscriptionQuery,
      ...listQuery,
    }),
    responses: { 200: listOf(opsPayment) },
  },
  'GET /operations/subscriptions/{id}/money': {
    summary: 'What an application has to pay now, and what could still be given back of each payment',
    scope: 'payments.read',
    responses: { 200: applicationMoney },
  },
  'POST /operations/subscriptions/{id}/manual-payments': {
    summary: 'Take a payment at the institution: open charges end, the application waits for the decision',
    scope: 'payments.settle',
    body: z.object({ purpose, amount, reason, version: seenVersion }),
    responses: { 201: manualPayment },
    errors: [
      'STATE_CONFLICT',
      'ALREADY_PAID',
      'TRANSITION_NOT_ALLOWED',
      'VERSION_REQUIRED',
      'VERSION_CONFLICT',
    ],
  },
  'POST /operations/manual-payments/{id}/decision': {
    summary: 'Settle what was paid at the institution, or refuse it with a reason',
    scope: 'payments.settle',
    confirm: 'recent',
    body: z.object({
      decision: z.enum(['settled', 'refused']),
      receivedAt: maybe(isoDateTime),
      proof: maybe(typed(500)),
      reason: maybe(typed(2000)),
      version: seenVersion,
    }),
    secondPerson: true,
    responses: { 200: decided, 202: awaitsApproval },
    errors: [...itemErrors, 'TRANSITION_NOT_ALLOWED', 'APPROVAL_PENDING'],
  },
  'POST /operations/payments/{id}/refund': {
    summary:
      'Give money back: Pix by the bank, the rest is registered; outside = already given back elsewhere',
    scope: 'payments.refund',
    confirm: 'strong',
    body: refundBody,
    secondPerson: true,
    responses: { 200: decided, 202: awaitsApproval },
    errors: [...refundErrors],
  },
  'POST /operations/payments/{id}/resolution': {
    summary:
      'Take an attention mark off: ignored with a reason, or settled, so that the money pays the application',
    scope: 'payments.settle',
    body: z.object({ mark: attention, decision: resolution, reason, version: seenVersion }),
    responses: { 200: decided },
    errors: [...itemErrors, 'TRANSITION_NOT_ALLOWED'],
  },
});
