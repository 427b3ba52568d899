import { useQuery } from '@tanstack/react-query';
import { currentAttempt, type Essay, essaysQuery, readEssay } from './queries.ts';

/** The current essay with its text; null if none was started. */
export const useLastEssay = (subscriptionId: number) =>
  useQuery({
    queryKey: ['subscription', subscriptionId, 'last-essay'],
    queryFn: async ({ client }): Promise<Essay | null> => {
      const attempt = currentAttempt(await client.fetchQuery(essaysQuery(subscriptionId)));
      return attempt ? readEssay(attempt.id) : null;
    },
  });
