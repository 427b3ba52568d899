import type { Answer } from '@orbita/protocol';
import { call } from '../app/api.ts';

export type EnrollmentData = Answer<'GET /candidate/subscriptions/{id}/enrollment-data'>;

export const enrollmentDataQuery = (subscriptionId: number) => ({
  queryKey: ['subscription', subscriptionId, 'enrollment-data'],
  queryFn: () =>
    call('GET /candidate/subscriptions/{id}/enrollment-data', { params: { id: subscriptionId } }),
});
