import { z } from 'zod';
import { day, defineCalls, id, isoDateTime, money, text } from '../../foundation/index.ts';
import { chargeState, cycleState, method, purpose } from '../index.ts';

/** A charge of one application (spec 25.6.1). */
const applicationCharge = z
  .object({
    paymentId: id,
    purpose,
    method,
    installments: z.number().int().positive(),
    state: chargeState,
    amount: money,
    /** What came, which may differ from what was asked for; null before. */
    received: money.nullable(),
    returned: money,
    createdAt: isoDateTime,
    paidAt: isoDateTime.nullable(),
    /** Last day to pay, while it can be paid. */
    dueDate: day.nullable(),
    /** Whether the slip can be printed once more, and its line. */
    slipLine: text.nullable(),
  })
  .meta({ id: 'ApplicationCharge' });

/** Money of one application as a whole: what came, what is still to come, and by when (spec 25.6.1). */
const applicationCharges = z
  .object({
    /** Newest first. */
    charges: z.array(applicationCharge),
    /** Later instalments, in their order. */
    months: z.array(
      z.object({
        id,
        number: z.number().int().positive(),
        dueDate: day,
        amount: money,
        state: cycleState,
        paidAt: isoDateTime.nullable(),
        returned: money,
      }),
    ),
    paid: money,
    returned: money,
    /** Sum of what can still be paid: open charges and later instalments that neither came nor ended. */
    owed: money,
    /** The first of these by day; `overdue` = that day is over. */
    next: z.object({ amount: money, dueDate: day.nullable(), overdue: z.boolean() }).nullable(),
  })
  .meta({ id: 'ApplicationCharges' });

export const applicationChargeCalls = defineCalls({
  'GET /operations/subscriptions/{id}/charges': {
    summary:
      'Charges and later instalments of an application, with what was paid, what is owed and what is next',
    auth: 'service',
    scope: 'payments.read',
    responses: { 200: applicationCharges },
    errors: ['NOT_FOUND'],
  },
  'GET /operations/payments/{id}/slip': {
    summary: 'The slip of a charge as a PDF, while it can be paid',
    auth: 'service',
    scope: 'payments.read',
    binary: 'application/pdf',
    responses: { 200: null },
    errors: ['NOT_FOUND', 'SLIP_ERROR'],
  },
});
