import type { Answer, Body } from '@orbita/protocol';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../base/api.ts';
import { queryClient } from '../base/query.ts';

export type ReminderWish = Body<'POST /operations/reminders'>;
export type Batch = Answer<'POST /operations/reminders'>;

const KEY = ['reminders'] as const;
const AGAIN_MS = 2_000;

/** The effect of a reminder sent now; always refetched when shown, because the 48 hours keep running. */
export const usePreview = (wish: ReminderWish) =>
  useQuery({
    queryKey: [...KEY, 'preview', wish],
    queryFn: ({ signal }) => call('POST /operations/reminders/preview', { body: wish, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** A batch while it is being sent; undefined without one. */
export const useBatch = (begun: Batch | undefined) =>
  useQuery({
    queryKey: [...KEY, begun?.id],
    queryFn: ({ signal }) =>
      call('GET /operations/reminders/{id}', { params: { id: begun?.id ?? 0 }, signal, background: true }),
    enabled: begun !== undefined,
    ...(begun ? { initialData: begun } : {}),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? AGAIN_MS : false),
  }).data;

/** The latest batches with their results. */
export const useBatches = () =>
  useQuery({
    queryKey: [...KEY, 'list'],
    queryFn: ({ signal }) => call('GET /operations/reminders', { query: { pageSize: 20 }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.data.some((one) => one.state === 'running') ? AGAIN_MS : false,
  });

/** Stops a batch: candidates not reminded yet are left out. */
export const useStop = () =>
  useMutation({
    mutationFn: (id: number) => call('POST /operations/reminders/{id}/stop', { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
