import type { Candidate } from './candidate.ts';

/** The product's real response about the application, to be shown with a change. */
export async function truthOf(candidate: Candidate) {
  const { payloadToken } = await candidate.call<{ payloadToken: { uuid: string } }>(
    'GET',
    '/candidate/users/check/',
  );
  const own = `/candidate/users/${payloadToken.uuid}`;
  const { subscriptionId } = candidate;
  type Loose = Record<string, unknown>;
  return {
    whole: await candidate.call<Loose>('GET', `${own}/subscription/${subscriptionId}`),
    cards: await candidate.call<Loose[]>('GET', `${own}/subscriptions`),
    status: await candidate.call<Loose>('GET', `/candidate/subscriptions/${subscriptionId}/status`),
  };
}
