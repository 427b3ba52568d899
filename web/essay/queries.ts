import type { Answer } from '@orbita/protocol';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../app/api.ts';
import { hearServerTime } from '../app/server-clock.ts';

export type Essay = Answer<'GET /candidate/subscriptions/essays/{essayId}'>;
export type EssayOverview = Answer<'GET /candidate/subscriptions/{id}/essays'>;

/** Asks for an essay and hears the server's time with it. */
export async function readEssay(essayId: number): Promise<Essay> {
  const essay = await call('GET /candidate/subscriptions/essays/{essayId}', { params: { essayId } });
  hearServerTime(essay.dateNow);
  return essay;
}

/** Under the key of its application, so that whatever happens to the application asks for it again. */
export const essayQuery = (subscriptionId: number, essayId: number) => ({
  queryKey: ['subscription', subscriptionId, 'essay', essayId],
  queryFn: () => readEssay(essayId),
});

export const essaysQuery = (subscriptionId: number) => ({
  queryKey: ['subscription', subscriptionId, 'essays'],
  queryFn: () => call('GET /candidate/subscriptions/{id}/essays', { params: { id: subscriptionId } }),
});

/** The attempt that counts now: the last one that was not withdrawn. */
export const currentAttempt = (overview: EssayOverview) =>
  [...overview.attempts].sort((a, b) => b.attempt - a.attempt).find(({ state }) => state !== 'withdrawn');

/** What was known of an application's essays is old: nothing of it may flash up before the new answer. */
export function forgetEssays(client: QueryClient, subscriptionId: number): void {
  void client.invalidateQueries({ queryKey: ['subscription', subscriptionId], refetchType: 'none' });
  client.removeQueries({ queryKey: ['subscription', subscriptionId, 'essays'] });
  client.removeQueries({ queryKey: ['subscription', subscriptionId, 'essay'] });
}
