import { CYCLE_STATES, MONTH_MARKS, RECURRENCE_ENDERS } from '@orbita/domain/payment';
import { z } from 'zod';
import { day, defineCalls, id, isoDateTime, money, named, text } from '../foundation/index.ts';
import { recurrenceState } from './shapes.ts';

/** Methods for charging monthly payments. */
export const monthlyMethod = z.enum(['automatic-pix', 'credit-card']);
export const cycleState = z.enum(CYCLE_STATES).meta({ id: 'RecurrenceCycleState' });
/** Why a month needs attention (spec 14.8). */
export const monthMark = z.enum(MONTH_MARKS).meta({ id: 'MonthMark' });
const ender = z.enum(RECURRENCE_ENDERS);
const number = z.number().int().min(2);

const common = {
  id,
  method: monthlyMethod,
  state: recurrenceState,
  /** Amount of each month, or of the highest one if they differ. */
  amount: money,
  dayOfMonth: z.number().int().min(1).max(28),
  /** Whether every month has the same amount. */
  fixed: z.boolean(),
  /** When the payer agreed; kept after the end. */
  approvedAt: isoDateTime.nullable(),
  endedBy: ender.nullable(),
};

/** Authorisation of the later instalments and its months (spec 14.7). */
const recurrence = named('Recurrence', {
  ...common,
  cycles: z.array(
    z.object({
      Number: number,
      dueDate: day,
      amount: money,
      state: cycleState,
      paidAt: isoDateTime.nullable(),
      /** Amount refunded. */
      refunded: money,
    }),
  ),
});

/** Month as operations see it: with the provider's id, attempts and attention marks. */
export const month = {
  id,
  number,
  dueDate: day,
  amount: money,
  state: cycleState,
  providerId: text.nullable(),
  /** Day requested from the bank; later than the due date if that was too close. */
  askedFor: day.nullable(),
  retryDays: z.array(day),
  received: money.nullable(),
  refunded: money,
  attention: z.array(monthMark),
  endedBy: ender.nullable(),
  endCode: text.nullable(),
  paidAt: isoDateTime.nullable(),
};

/** Authorisation as operations see it: with the bank's ids, attempts and attention marks. */
export const recurrenceRecord = named('RecurrenceRecord', {
  ...common,
  subscriptionId: id,
  paymentId: id,
  providerId: text.nullable(),
  endCode: text.nullable(),
  createdAt: isoDateTime,
  updatedAt: isoDateTime,
  cycles: z.array(z.object(month)),
});

export const recurrenceCalls = defineCalls({
  'GET /candidate/subscriptions/{id}/recurrence': {
    summary: 'Newest authorisation of the later instalments, with its months',
    accessKey: true,
    responses: { 200: recurrence },
  },
  'DELETE /candidate/subscriptions/{id}/recurrence': {
    summary: 'Cancel the authorisation in force; the bank is told within a minute',
    repeats: 'same',
    accessKey: true,
    responses: { 204: null },
  },
});
