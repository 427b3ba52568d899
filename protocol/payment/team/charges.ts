import { CHARGE_LINE_KINDS, MONEY_TERMS, MOST_MONEY_TERM } from '@orbita/domain/payment';
import { z } from 'zod';
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
  text,
  typed,
} from '../../foundation/index.ts';
import { cycleState, monthMark, recurrenceState, refundState } from '../index.ts';
import { markWays, moneyItem } from './money-item.ts';
import { attention, opsPayment } from './payments.ts';

/** One event of a charge, worded for the team; `by` is who caused it, if somebody did. */
const chargeLine = z.object({
  at: isoDateTime,
  kind: z.enum(CHARGE_LINE_KINDS),
  text,
  amount: money.nullable(),
  by: text.nullable(),
  detail: text.nullable(),
});

/** How the provider identifies a charge; of a card, only brand and last four digits are stored. */
const atProvider = z.object({
  name: text.nullable(),
  txid: text.nullable(),
  number: text.nullable(),
  endToEndIds: z.array(text),
  slipLine: text.nullable(),
  ourNumber: text.nullable(),
  dueDay: day.nullable(),
  brand: text.nullable(),
  last4: text.nullable(),
});

/** One payment with everything known about it (spec 25.11). */
const openPayment = named('OpenPayment', {
  ...opsPayment.shape,
  ...moneyItem,
  marks: markWays(attention),
  provider: atProvider,
  /** How its amount was calculated; negative amounts are discounts. */
  rows: z.array(z.object({ label: text, amount: z.number() })),
  events: z.array(chargeLine),
  /** Later instalments that were authorised with it. */
  recurrence: z
    .object({
      id,
      state: recurrenceState,
      months: z.array(
        z.object({
          id,
          number: z.number().int(),
          dueDate: day,
          amount: money,
          state: cycleState,
          attention: z.array(monthMark),
        }),
      ),
    })
    .nullable(),
});

/**
 * Payment found by a search, and what it was found by; a month is represented by the payment that its authorisation came with.
 */
const foundPayment = named('FoundPayment', {
  ...opsPayment.shape,
  foundBy: z.array(z.enum([...MONEY_TERMS, 'amount'])),
  months: z.array(z.object({ id, number: z.number().int() })),
});

/** Refund that is on its way or done (spec 25.11). */
const listedRefund = named('OperationsRefund', {
  id,
  paymentId: id.nullable(),
  monthId: id.nullable(),
  subscriptionId: id,
  institution: text,
  amount: money,
  state: refundState,
  reason: text,
  requestedBy: text,
  failure: text.nullable(),
  requestedAt: isoDateTime,
  settledAt: isoDateTime.nullable(),
});

/** Searching for payments, and one payment with its full history, by operations (spec 25.11). */
export const chargeCalls = defineCalls({
  'POST /operations/payments/search': {
    summary:
      'Payments by what stands on a statement, a slip or a document, or by amount and day; twenty at most',
    scope: 'payments.read',
    body: z.object({
      /** Txid, end-to-end id, return id, slip line or barcode, the bank's number, CPF, passport, application, payment. */
      q: maybe(typed(MOST_MONEY_TERM)),
      /** Amount charged or received, and the day it was paid. */
      amount: maybe(money.positive().max(MOST_MONEY)),
      paidOn: maybe(day),
    }),
    responses: { 200: z.object({ data: z.array(foundPayment), more: z.boolean() }) },
  },
  'GET /operations/payments/{id}': {
    summary: 'One payment, with what happened to it and what may be done about its marks',
    scope: 'payments.read',
    responses: { 200: openPayment },
  },
  'GET /operations/refunds': {
    summary: 'Refunds, last asked first; waiting = the provider has not answered yet',
    scope: 'payments.read',
    query: z.object({ state: z.enum(['waiting']).optional(), ...listQuery }),
    responses: { 200: listOf(listedRefund) },
  },
});
