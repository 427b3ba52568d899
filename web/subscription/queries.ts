import type { Answer } from '@orbita/protocol';
import { call } from '../app/api.ts';
import { findInstitutionsBy, rememberInstitution } from '../app/institution-codes.ts';
import { queryClient } from '../app/query.ts';
import { session } from '../app/session.ts';

export type Subscription = Answer<'GET /candidate/users/{uuid}/subscription/{id}'>;
export type SubscriptionCard = Answer<'GET /candidate/users/{uuid}/subscriptions'>[number];
export type Step = Answer<'GET /candidate/subscriptions/{id}/steps'>[number];

export const subscriptionsQuery = () => ({
  queryKey: ['subscriptions'],
  queryFn: async () => {
    const list = await call('GET /candidate/users/{uuid}/subscriptions', {
      params: { uuid: session.uuid() },
      allInstitutions: true,
    });
    for (const card of list) rememberInstitution(card);
    return list;
  },
});

export const subscriptionQuery = (id: number) => ({
  queryKey: ['subscription', id],
  queryFn: async () => {
    const params = { uuid: session.uuid(), id };
    const subscription = await call('GET /candidate/users/{uuid}/subscription/{id}', { params });
    rememberInstitution(subscription);
    return subscription;
  },
});
findInstitutionsBy(async (id) => (await queryClient.fetchQuery(subscriptionQuery(id))).institutionCode);

/** Compact status: which page an application is on. */
export const statusQuery = (id: number) => ({
  queryKey: ['subscription', id, 'status'],
  queryFn: () => call('GET /candidate/subscriptions/status/{id}', { params: { id } }),
});

export const fullStatusQuery = (id: number) => ({
  queryKey: ['subscription', id, 'history'],
  queryFn: () => call('GET /candidate/subscriptions/{id}/status', { params: { id } }),
});

export const stepsQuery = (id: number) => ({
  queryKey: ['subscription', id, 'steps'],
  queryFn: () => call('GET /candidate/subscriptions/{id}/steps', { params: { id } }),
});

/** Asks for everything the frame of an application shows, at once. */
export function prefetchSubscription(id: number): void {
  if (!Number.isSafeInteger(id) || id <= 0) return;
  void queryClient.prefetchQuery(subscriptionQuery(id));
  void queryClient.prefetchQuery(statusQuery(id));
  void queryClient.prefetchQuery(stepsQuery(id));
}

export const prefetchSubscriptions = (): void => void queryClient.prefetchQuery(subscriptionsQuery());

/** Everything known of an application is asked again; what is on the screen stays meanwhile. */
export async function reloadSubscription(id: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['subscription', id] }),
    queryClient.invalidateQueries({ queryKey: ['subscriptions'] }),
  ]);
}
