import { z } from 'zod';
import { day, defineCalls, id, isoDateTime, money, named, text } from '../../foundation/index.ts';
import { chargeState, cycleState, method, purpose } from '../index.ts';

/** Charge of one application (spec 25.6.1). */
const applicationCharge = named('ApplicationCharge', {
  paymentId: id,
  purpose,
  method,
  installments: z.number().int().positive(),
  state: chargeState,
  amount: money,
  /** Amount received, which may differ from the amount charged; null before. */
  received: money.nullable(),
  returned: money,
  createdAt: isoDateTime,
  paidAt: isoDateTime.nullable(),
  /** Last day to pay, while it is payable. */
  dueDate: day.nullable(),
  /** Digitable line of the slip while it can be printed again; otherwise null. */
  slipLine: text.nullable(),
});

/** Payments of one application as a whole: what was received, what is still due, and by when (spec 25.6.1). */
const applicationCharges = named('ApplicationCharges', {
  /** Newest first. */
  charges: z.array(applicationCharge),
  /** Later instalments, in order. */
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
  /** Sum of what can still be paid: open charges, and later instalments that are neither paid nor ended. */
  owed: money,
  /** The earliest of these; `overdue` means that its day has passed. */
  next: z.object({ amount: money, dueDate: day.nullable(), overdue: z.boolean() }).nullable(),
});

export const applicationChargeCalls = defineCalls({
  'GET /operations/subscriptions/{id}/charges': {
    summary:
      'Charges and later instalments of an application, with what was paid, what is owed and what is next',
    scope: 'payments.read',
    responses: { 200: applicationCharges },
  },
  'GET /operations/payments/{id}/slip': {
    summary: 'The slip of a charge as a PDF, while it can be paid',
    scope: 'payments.read',
    binary: 'application/pdf',
    responses: { 200: null },
    errors: ['SLIP_ERROR'],
  },
});
