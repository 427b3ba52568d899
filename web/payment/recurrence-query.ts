import type { Answer } from '@orbita/protocol';
import { call } from '../base/api.ts';
import type { Payment } from './queries.ts';

export type Recurrence = Answer<'GET /candidate/subscriptions/{id}/recurrence'>;

/** The newest authorisation of an application; live events of the application refetch it. */
export const recurrenceQuery = (id: number) => ({
  queryKey: ['subscription', id, 'recurrence'] as const,
  queryFn: () => call('GET /candidate/subscriptions/{id}/recurrence', { params: { id } }),
});

/** The paid charge that created an authorisation; only then is there something to show. */
export const authorisedBy = (payments: readonly Payment[] | undefined): Payment | undefined =>
  payments?.find(
    ({ state, recurrence }) => recurrence !== null && (state === 'paid' || state === 'refunded'),
  );

/** True if the payer did not consent, although the first instalment was paid (spec 14.2). */
export const isNotAuthorised = ({ method, recurrence }: Payment): boolean =>
  method === 'automatic-pix' &&
  recurrence !== null &&
  recurrence.approvedAt === null &&
  recurrence.state !== 'created' &&
  recurrence.state !== 'approved';
