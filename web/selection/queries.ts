import { call } from '../base/api.ts';
import type { Subscription } from '../subscription/queries.ts';

/** The key begins with that of the application, so that reloading the application reloads this too. */
export const examScoreQuery = (id: number) => ({
  queryKey: ['subscription', id, 'exam-score'],
  queryFn: () => call('GET /candidate/subscriptions/{id}/exam-score', { params: { id } }),
});

type Place = Pick<Subscription, 'id' | 'poleId' | 'offerId'>;

/** Places, days and hours at the pole of an application; refetched each time the form opens. */
export const testPlacesQuery = ({ id, poleId, offerId }: Place) => ({
  queryKey: ['subscription', id, 'scheduling', poleId],
  queryFn: () =>
    call('GET /candidate/poles/{poleId}/scheduling', {
      params: { poleId },
      query: { offerId, subscriptionId: id },
    }),
  staleTime: 0,
});

/** All slots of an application's offer, including those of other poles. */
export const offerSlotsQuery = ({ id, offerId }: Place) => ({
  queryKey: ['subscription', id, 'offer-slots', offerId],
  queryFn: () =>
    call('GET /candidate/offers/schedules/by-offer/{offerId}', {
      params: { offerId },
      query: { subscriptionId: id },
    }),
});

/** Whether the refusal may be reviewed, and the outcome (D-78). */
export const reviewQuery = (id: number) => ({
  queryKey: ['subscription', id, 'review'],
  queryFn: () => call('GET /candidate/subscriptions/{id}/decision-review', { params: { id } }),
});
