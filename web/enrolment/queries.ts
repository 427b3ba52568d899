import type { Answer } from '@orbita/protocol';
import { call } from '../base/api.ts';

export type EnrollmentData = Answer<'GET /candidate/subscriptions/{id}/enrollment-data'>;

export const enrollmentDataQuery = (subscriptionId: number) => ({
  queryKey: ['subscription', subscriptionId, 'enrollment-data'],
  queryFn: () =>
    call('GET /candidate/subscriptions/{id}/enrollment-data', { params: { id: subscriptionId } }),
});

/** The key begins with that of the application, so that reloading the application reloads this too. */
export const disciplinesQuery = (id: number) => ({
  queryKey: ['subscription', id, 'disciplines'],
  queryFn: () => call('GET /candidate/subscriptions/{id}/disciplines', { params: { id } }),
});

/** The key begins with that of the application, so that reloading the application reloads the places too. */
export const classesQuery = (id: number) => ({
  queryKey: ['subscription', id, 'classes'],
  queryFn: () => call('GET /candidate/subscriptions/{id}/classes', { params: { id } }),
});
