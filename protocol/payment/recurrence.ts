import { CYCLE_STATES, MONTH_MARKS, RECURRENCE_ENDERS } from '@orbita/domain/payment';
import { z } from 'zod';
import { day, defineCalls, id, isoDateTime, money, text } from '../foundation/index.ts';
import { recurrenceState } from './shapes.ts';

/** Ways in which months are charged. */
export const monthlyMethod = z.enum(['automatic-pix', 'credit-card']);
export const cycleState = z.enum(CYCLE_STATES).meta({ id: 'RecurrenceCycleState' });
/** Why a month needs somebody's eyes (spec 14.8). */
export const monthMark = z.enum(MONTH_MARKS).meta({ id: 'MonthMark' });
const ender = z.enum(RECURRENCE_ENDERS);
const number = z.number().int().min(2);

const common = {
  id,
  method: monthlyMethod,
  state: recurrenceState,
  /** Every month, or the highest month where they differ. */
  amount: money,
  dayOfMonth: z.number().int().min(1).max(28),
  /** True when every month has the same amount. */
  fixed: z.boolean(),
  /** When the payer agreed; stays after the end. */
  approvedAt: isoDateTime.nullable(),
  endedBy: ender.nullable(),
};

/** Authorisation of the later instalments and its months (spec 14.7). */
const recurrence = z
  .object({
    ...common,
    cycles: z.array(
      z.object({
        Number: number,
        dueDate: day,
        amount: money,
        state: cycleState,
        paidAt: isoDateTime.nullable(),
        /** What went back of it. */
        refunded: money,
      }),
    ),
  })
  .meta({ id: 'Recurrence' });

/** A month as operations see it: with the provider's number, attempts and what must be looked at. */
export const month = {
  id,
  number,
  dueDate: day,
  amount: money,
  state: cycleState,
  providerId: text.nullable(),
  /** Day that the bank was asked for; later than the due date where it was too near. */
  askedFor: day.nullable(),
  retryDays: z.array(day),
  received: money.nullable(),
  refunded: money,
  attention: z.array(monthMark),
  endedBy: ender.nullable(),
  endCode: text.nullable(),
  paidAt: isoDateTime.nullable(),
};

/** The same for operations: with the bank's numbers, attempts and what must be looked at. */
export const recurrenceRecord = z
  .object({
    ...common,
    subscriptionId: id,
    paymentId: id,
    providerId: text.nullable(),
    endCode: text.nullable(),
    createdAt: isoDateTime,
    updatedAt: isoDateTime,
    cycles: z.array(z.object(month)),
  })
  .meta({ id: 'RecurrenceRecord' });

export const recurrenceCalls = defineCalls({
  'GET /candidate/subscriptions/{id}/recurrence': {
    summary: 'Newest authorisation of the later instalments, with its months',
    auth: 'candidate',
    accessKey: true,
    responses: { 200: recurrence },
    errors: ['NOT_FOUND'],
  },
  'DELETE /candidate/subscriptions/{id}/recurrence': {
    summary: 'Cancel the authorisation in force; the bank is told within a minute',
    auth: 'candidate',
    repeats: 'same',
    accessKey: true,
    responses: { 204: null },
    errors: ['NOT_FOUND'],
  },
});
