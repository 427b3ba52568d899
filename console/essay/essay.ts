import { ApiError } from '@orbita/client/errors.ts';
import { RESULT_AT_RISK_HOURS, RESULT_DUE_HOURS } from '@orbita/domain/essay';
import { riskOf } from '@orbita/domain/work';
import type { Answer } from '@orbita/protocol';
import { call } from '../base/api.ts';
import { queryClient } from '../base/query.ts';
import { forgetQueues } from '../work/queues.ts';

export type Essay = Answer<'GET /operations/essays/{id}'>;
export type Similar = Answer<'GET /operations/essays/{id}/similar'>[number];
export type Graded = Answer<'POST /operations/essays/{id}/grade'>;
export type QueueItem = Answer<'GET /operations/queues/{queue}'>['data'][number];

export const ESSAY_QUEUES = ['essays', 'second-grades', 'third-grades'] as const;
export type EssayQueue = (typeof ESSAY_QUEUES)[number];

/** How often an open essay is refetched without a socket (spec 25.19). */
export const WATCH_MS = 15_000;

/** A grade under review: graded, with the application still hidden (spec 25.7, D-78). */
export const isReview = ({ state, subscriptionId }: Pick<Essay, 'state' | 'subscriptionId'>): boolean =>
  state === 'graded' && subscriptionId === null;

/** The queue in which an essay is pending; undefined when it awaits no mark. */
export function queueOf(essay: Pick<Essay, 'state' | 'subscriptionId' | 'round'>): EssayQueue | undefined {
  if (isReview(essay)) return 'second-grades';
  if (essay.state !== 'finished') return undefined;
  return ESSAY_QUEUES[Math.min(essay.round, ESSAY_QUEUES.length) - 1];
}

/** How close an essay is to its due time, according to the promised time for results. */
export const dueOf = (
  { dueBy, since }: { dueBy: string; since: string | null },
  now: number,
): Pick<QueueItem, 'dueAt' | 'risk'> & { waitingSince: string | null } => ({
  waitingSince: since,
  dueAt: dueBy,
  risk: riskOf(new Date(dueBy), new Date(now), { hours: RESULT_DUE_HOURS - RESULT_AT_RISK_HOURS }),
});

export const essayQuery = (id: number) => ({
  queryKey: ['essays', id] as const,
  queryFn: () =>
    call('GET /operations/essays/{id}', {
      params: { id },
      background: queryClient.getQueryData(['essays', id]) !== undefined,
    }),
});

export const similarQuery = (id: number) => ({
  queryKey: ['essays', id, 'similar'] as const,
  queryFn: () => call('GET /operations/essays/{id}/similar', { params: { id }, background: true }),
  // The texts have been delivered: their common passages do not change any more.
  staleTime: Number.POSITIVE_INFINITY,
});

/** Invalidates everything read about essays and queues: something was decided. */
export const forgetEssays = (): void => {
  void queryClient.invalidateQueries({ queryKey: ['essays'], refetchType: 'none' });
  forgetQueues();
};

/** Why a mark was refused: the essay has changed since it was read, or this person may not mark it. */
export type Refusal = {
  code: 'VERSION_CONFLICT' | 'CLAIMED_BY_OTHER' | 'STATE_CONFLICT' | 'SAME_GRADER';
  message: string;
  by: string;
  at: string;
};

const REFUSALS: readonly string[] = ['VERSION_CONFLICT', 'CLAIMED_BY_OTHER', 'STATE_CONFLICT', 'SAME_GRADER'];

export function refusalIn(error: unknown): Refusal | undefined {
  if (!(error instanceof ApiError) || !REFUSALS.includes(error.code)) return undefined;
  const text = (field: string) =>
    typeof error.more[field] === 'string' ? (error.more[field] as string) : '';
  return { code: error.code as Refusal['code'], message: error.message, by: text('by'), at: text('at') };
}
