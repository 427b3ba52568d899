import { z } from 'zod';
import { defineCalls, id, maybe, money, named, typed } from '../foundation/index.ts';
import { statusNumber, subscription } from './shapes.ts';

/** Reason of a cancellation (spec 2.7). */
export const cancellationReason = z
  .enum(['gave-up', 'other-institution', 'financial', 'mistake', 'other'])
  .meta({ id: 'CancellationReason' });

/** What a candidate who leaves gets refunded (spec 7.5). */
const refund = named('Refund', {
  due: z.boolean(),
  amount: money.nullable(),
  legalBasis: z.enum(['withdrawal', 'contract']).nullable(),
});

/** Change of course and pole, and leaving (spec 7.5). */
export const changeCalls = defineCalls({
  'PUT /candidate/subscriptions/{id}': {
    summary: 'Change course and pole; refusals (403, 404, 409, 422) are HTML for the alert of the dialog',
    accessKey: true,
    body: z.object({ courseId: id, poleId: id, subscriptionId: maybe(id) }),
    htmlErrors: 'paragraphs',
    responses: { 200: subscription },
    errors: [
      'FORBIDDEN',
      'INTAKE_INACTIVE',
      'OFFER_INACTIVE',
      'SUBSCRIPTION_EXISTS',
      'NO_VACANCIES',
      'CHANGE_UNAVAILABLE',
      'TRANSITION_NOT_ALLOWED',
    ],
  },
  'GET /candidate/subscriptions/{id}/cancellation': {
    summary: 'What leaving would mean now: whether it is done at once, and what is given back',
    accessKey: true,
    responses: {
      200: z.object({
        atOnce: z.boolean(),
        refund,
        /** What was paid and not refunded, and whether it is still within the right of withdrawal. */
        paid: z.array(z.object({ purpose: z.enum(['tax', 'enrollment']), withdrawal: z.boolean() })),
        contractAccepted: z.boolean(),
      }),
    },
  },
  'POST /candidate/subscriptions/{id}/cancellation': {
    summary: 'Leave; at once without confirmed payment, else the institution decides',
    accessKey: true,
    body: z.object({ reason: cancellationReason, details: maybe(typed(2000)) }),
    responses: {
      200: z.object({
        status: statusNumber,
        refund,
      }),
    },
    errors: ['TRANSITION_NOT_ALLOWED'],
  },
  'DELETE /candidate/subscriptions/{id}/cancellation': {
    summary: 'Withdraw the request to leave; back to the status before',
    accessKey: true,
    responses: { 200: z.object({ status: statusNumber }) },
    errors: ['TRANSITION_NOT_ALLOWED'],
  },
});
