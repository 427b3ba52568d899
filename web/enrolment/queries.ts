import type { Answer } from '@orbita/protocol';
import { call } from '../app/api.ts';

export type EnrollmentData = Answer<'GET /candidate/subscriptions/{id}/enrollment-data'>;

export const enrollmentDataQuery = (subscriptionId: number) => ({
  queryKey: ['subscription', subscriptionId, 'enrollment-data'],
  queryFn: () =>
    call('GET /candidate/subscriptions/{id}/enrollment-data', { params: { id: subscriptionId } }),
});

/** Below the key of the application: whatever reloads it reloads this too. */
export const disciplinesQuery = (id: number) => ({
  queryKey: ['subscription', id, 'disciplines'],
  queryFn: () => call('GET /candidate/subscriptions/{id}/disciplines', { params: { id } }),
});

/** Below the key of the application: whatever reloads it reloads the places too. */
export const classesQuery = (id: number) => ({
  queryKey: ['subscription', id, 'classes'],
  queryFn: () => call('GET /candidate/subscriptions/{id}/classes', { params: { id } }),
});
