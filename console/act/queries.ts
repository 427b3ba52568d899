import type { TimelineFilter } from '@orbita/domain/subscription';
import type { Answer, StaffAnswer } from '@orbita/protocol';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, type OperationsCall, reading } from '../base/api.ts';
import { usePollMs, useTeamEvent } from '../base/live.ts';

const OPEN_ITEM_MS = 15_000;

const applicationKey = (id: number) => ['application', 'one', id] as const;

/** The application; polled only when no event would announce a change (spec 25.19). */
export const useApplication = (id: number) =>
  useQuery({
    queryKey: [...applicationKey(id), 'page'],
    queryFn: reading('GET /operations/subscriptions/{id}', { params: { id } }),
    refetchInterval: usePollMs(OPEN_ITEM_MS),
    enabled: Number.isSafeInteger(id),
  });

export const personKey = (personId: number) => ['person', personId] as const;

/** A person; opening one is an audited read, so it is not repeated by itself. */
export const usePerson = (personId: number) =>
  useQuery({
    queryKey: personKey(personId),
    queryFn: ({ signal }) => call('GET /operations/persons/{personId}', { params: { personId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: Number.isSafeInteger(personId),
  });

const actionsKey = (id: number) => [...applicationKey(id), 'actions'] as const;

const actionsQuery = (id: number) =>
  queryOptions({
    queryKey: actionsKey(id),
    queryFn: reading('GET /operations/subscriptions/{id}/actions', { params: { id } }),
  });

export const useActions = (id: number) => useQuery(actionsQuery(id));

/** Disciplines of a transfer; data read for one dialog is not reused for the next. */
export const useDisciplines = (id: number) =>
  useQuery({
    queryKey: ['application', 'disciplines', id],
    queryFn: ({ signal }) =>
      call('GET /operations/subscriptions/{id}/disciplines', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export type Money = Answer<'GET /operations/subscriptions/{id}/money'>;

/** What is currently due and refundable; refetched whenever the application changes. */
export const useMoney = (id: number) =>
  useQuery({
    queryKey: [...applicationKey(id), 'money'],
    queryFn: ({ signal }) => call('GET /operations/subscriptions/{id}/money', { params: { id }, signal }),
    staleTime: 0,
  });

/** Parts of an application that are shown in blocks of their own on its page (spec 25.6.1). */
type PartCall = Extract<
  OperationsCall,
  `GET /operations/subscriptions/{id}/${
    | 'documents'
    | 'charges'
    | 'acceptances'
    | 'essays'
    | 'tests'
    | 'exam-scores'
    | 'admission'}`
>;

/** One part of an application, refetched whenever the application changes. */
export const usePart = <K extends PartCall>(id: number, key: K) =>
  useQuery<StaffAnswer<K>>({
    queryKey: [...applicationKey(id), key],
    queryFn: ({ signal, client, queryKey }) =>
      call<PartCall>(key, {
        params: { id },
        signal,
        background: client.getQueryData(queryKey) !== undefined,
      }) as Promise<StaffAnswer<K>>,
  });

/** Messages about an application, newest first. */
export const useMessages = (subscriptionId: number, pageSize: number) =>
  useQuery({
    queryKey: [...applicationKey(subscriptionId), 'messages', pageSize],
    queryFn: reading('GET /operations/notifications', { query: { subscriptionId, pageSize } }),
    placeholderData: keepPreviousData,
  });

const timelineQuery = (id: number, only: TimelineFilter) =>
  infiniteQueryOptions({
    queryKey: [...applicationKey(id), 'timeline', only],
    queryFn: ({ pageParam, signal, client, queryKey }) =>
      call('GET /operations/subscriptions/{id}/timeline', {
        params: { id },
        query: { only, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
        background: pageParam === '' && client.getQueryData(queryKey) !== undefined,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** The history of an application, page by page, newest first. */
export const useTimeline = (id: number, only: TimelineFilter) => useInfiniteQuery(timelineQuery(id, only));

/** Requests timeline and actions together with the application instead of after it (spec 25.21); once for each application. */
export function useAhead(id: number): void {
  const client = useQueryClient();
  if (!Number.isSafeInteger(id)) return;
  const [actions, timeline] = [actionsQuery(id), timelineQuery(id, 'all')];
  if (!client.getQueryState(actions.queryKey)) void client.prefetchQuery(actions);
  if (!client.getQueryState(timeline.queryKey)) void client.prefetchInfiniteQuery(timeline);
}

/** Notes of an application, newest first. */
export const useNotes = (id: number, enabled: boolean) =>
  useQuery({
    queryKey: [...applicationKey(id), 'notes'],
    queryFn: reading('GET /operations/subscriptions/{id}/notes', { params: { id }, query: { pageSize: 20 } }),
    enabled,
  });

/** Returns a function that refetches every part of an application; its person only after an act about them. */
export function useReload(id: number, personId?: number): (andPerson?: boolean) => Promise<void> {
  const client = useQueryClient();
  return async (andPerson = false) => {
    await client.invalidateQueries({ queryKey: applicationKey(id) });
    if (andPerson && personId !== undefined)
      await client.invalidateQueries({ queryKey: personKey(personId) });
    void client.invalidateQueries({ queryKey: ['application', 'list'], refetchType: 'none' });
  };
}

/** Shows live what others, the candidate or the system did with an open application. */
export function useLive(id: number, version: number | undefined): void {
  const reload = useReload(id);
  useTeamEvent('application.changed', ({ subscriptionId }) => {
    if (subscriptionId === id) void reload();
  });
  // Without events the application itself is polled; its other parts follow when it turns out to have changed.
  const seen = useRef(version);
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    if (seen.current !== undefined && version !== seen.current) void latest.current();
    seen.current = version;
  }, [version]);
}
