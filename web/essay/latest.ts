import { queryClient } from '../base/query.ts';
import { subscriptionsQuery } from '../subscription/queries.ts';
import { currentAttempt, essaysQuery } from './queries.ts';

/** Address of the essay of the latest application of that kind, or of the portal (spec 4.1, `/essays`). */
export async function latestEssay(): Promise<string> {
  const cards = await queryClient.fetchQuery(subscriptionsQuery());
  const latest = cards
    .filter(({ applicationType }) => applicationType === 'essay')
    .reduce((best, { id }) => Math.max(best, id), 0);
  const attempt = latest ? currentAttempt(await queryClient.fetchQuery(essaysQuery(latest))) : undefined;
  return attempt ? `/essays/${attempt.id}` : '/portal';
}
