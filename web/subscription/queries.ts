import type { Answer } from '@orbita/protocol';
import { call } from '../base/api.ts';
import { findInstitutionsBy, rememberInstitution } from '../base/institution-codes.ts';
import { queryClient } from '../base/query.ts';
import { session } from '../base/session.ts';

export type Subscription = Answer<'GET /candidate/users/{uuid}/subscription/{id}'>;
export type SubscriptionCard = Answer<'GET /candidate/users/{uuid}/subscriptions'>[number];
export type Status = Answer<'GET /candidate/subscriptions/status/{id}'>;
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

/** Prefetches everything the frame of an application shows. */
export function prefetchSubscription(id: number): void {
  if (!Number.isSafeInteger(id) || id <= 0) return;
  void queryClient.prefetchQuery(subscriptionQuery(id));
  void queryClient.prefetchQuery(statusQuery(id));
  void queryClient.prefetchQuery(stepsQuery(id));
}

export const prefetchSubscriptions = (): void => void queryClient.prefetchQuery(subscriptionsQuery());

/** Prefetches what the tracking page shows; without a number only the list tells which application that is. */
export function prefetchTracking({ request }: { request: Request }): void {
  prefetchSubscriptions();
  const id = Number(new URL(request.url).searchParams.get('subscription'));
  if (!Number.isSafeInteger(id) || id <= 0) return;
  for (const query of [subscriptionQuery(id), stepsQuery(id), fullStatusQuery(id)])
    void queryClient.prefetchQuery<unknown>(query);
}

/**
 * Requests the status alone, and everything else only if something may have happened since the last request (spec 16.1): on a
 * slow connection that is one call instead of eight. A failure here is retried with the next check.
 */
export async function reloadIfMissed(id: number): Promise<void> {
  const query = statusQuery(id);
  const before = queryClient.getQueryData<Status>(query.queryKey);
  const now = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
  if (now && !(before?.settled && sameStatus(before, now))) await reloadSubscription(id);
}

const sameStatus = (before: Status, now: Status): boolean =>
  before.lastEventId === now.lastEventId &&
  before.status === now.status &&
  before.page === now.page &&
  before.after === now.after;

/** Refetches everything about an application; the old data stays on screen meanwhile. */
export async function reloadSubscription(id: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['subscription', id] }),
    queryClient.invalidateQueries({ queryKey: ['subscriptions'] }),
  ]);
}
