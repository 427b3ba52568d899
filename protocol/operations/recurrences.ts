import { defineCalls } from '../foundation/index.ts';
import { recurrenceRecord } from '../payment/index.ts';

export const recurrenceOperationsCalls = defineCalls({
  'GET /operations/subscriptions/{id}/recurrence': {
    summary: 'Newest authorisation of the later instalments, with its months and what the bank said of them',
    auth: 'service',
    scope: 'payments',
    responses: { 200: recurrenceRecord },
    errors: ['NOT_FOUND'],
  },
});
