import type { Answer } from '@orbita/protocol';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../base/api.ts';

export type Essay = Answer<'GET /candidate/subscriptions/essays/{essayId}'>;
export type EssayOverview = Answer<'GET /candidate/subscriptions/{id}/essays'>;

export const readEssay = (essayId: number): Promise<Essay> =>
  call('GET /candidate/subscriptions/essays/{essayId}', { params: { essayId } });

/** Under the key of its application, so that any event of the application refetches it. */
export const essayQuery = (subscriptionId: number, essayId: number) => ({
  queryKey: ['subscription', subscriptionId, 'essay', essayId],
  queryFn: () => readEssay(essayId),
});

export const essaysQuery = (subscriptionId: number) => ({
  queryKey: ['subscription', subscriptionId, 'essays'],
  queryFn: () => call('GET /candidate/subscriptions/{id}/essays', { params: { id: subscriptionId } }),
});

/** The current attempt: the last one that was not withdrawn. */
export const currentAttempt = (overview: EssayOverview) =>
  [...overview.attempts].sort((a, b) => b.attempt - a.attempt).find(({ state }) => state !== 'withdrawn');

/** Removes cached essays of an application, so that outdated ones are not shown before the new answer. */
export function forgetEssays(client: QueryClient, subscriptionId: number): void {
  void client.invalidateQueries({ queryKey: ['subscription', subscriptionId], refetchType: 'none' });
  client.removeQueries({ queryKey: ['subscription', subscriptionId, 'essays'] });
  client.removeQueries({ queryKey: ['subscription', subscriptionId, 'essay'] });
}
