import { z } from 'zod';
import { awaitsApproval } from '../../approval/index.ts';
import {
  behalfReason,
  day,
  defineCalls,
  MOST_MONEY,
  maybe,
  money,
  named,
  text,
} from '../../foundation/index.ts';
import { decided, seenVersion } from '../../work/index.ts';
import { purpose } from '../index.ts';

const percent = z.number().positive().max(100).multipleOf(0.01);
const instalments = z.enum(['first', 'all']);

/**
 * Payments of an application that a discount could lower, and the discounts already given to this application alone (spec 14.3).
 */
const applicationDiscounts = named('ApplicationDiscounts', {
  payments: z.array(
    z.object({
      purpose,
      label: text,
      /** Maximum that could be due now, and over all instalments. */
      first: money,
      all: money,
    }),
  ),
  given: z.array(
    z.object({
      code: text,
      purpose,
      percent: percent.nullable(),
      amount: money.nullable(),
      appliesTo: instalments,
      until: day,
      used: z.boolean(),
    }),
  ),
  today: day,
  latest: day,
  /** Discounts above this need a second person. */
  secondPersonAbove: money,
});

/** Discounts for one person (spec 14.3, 25.6.2). */
export const discountCalls = defineCalls({
  'GET /operations/subscriptions/{id}/discounts': {
    summary: 'Payments of an application that a discount could lower, and what was given to it alone',
    scope: 'subscriptions.decide',
    responses: { 200: applicationDiscounts },
  },
  'POST /operations/subscriptions/{id}/discount': {
    summary:
      'Give one application a discount: a voucher that nobody else can use, applied to its payment at once; the one before for the same payment ends',
    scope: 'subscriptions.decide',
    body: z.object({
      purpose,
      percent: maybe(percent),
      amount: maybe(money.positive().max(MOST_MONEY)),
      appliesTo: instalments,
      /** Last day. */
      until: day,
      reason: behalfReason,
      version: seenVersion,
    }),
    secondPerson: true,
    responses: { 200: decided, 202: awaitsApproval },
    errors: ['STATE_CONFLICT', 'ALREADY_PAID', 'VERSION_REQUIRED', 'VERSION_CONFLICT', 'APPROVAL_PENDING'],
  },
  'POST /operations/subscriptions/{id}/discount/withdrawal': {
    summary:
      'Take the discount of one application for a payment away again; an open charge that has it ends, what was paid with it stays',
    scope: 'subscriptions.decide',
    body: z.object({ purpose, reason: behalfReason, version: seenVersion }),
    responses: { 200: decided },
    errors: ['STATE_CONFLICT', 'ALREADY_PAID', 'VERSION_REQUIRED', 'VERSION_CONFLICT'],
  },
});
