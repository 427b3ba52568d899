import type { Answer, QueryInput } from '@orbita/protocol';
import { call } from '../app/api.ts';
import { queryClient } from '../app/query.ts';

export type OfferFilters = QueryInput<'GET /candidate/offers'>;
export type Offer = Answer<'GET /candidate/offers'>['data'][number];
export type Pole = Answer<'GET /candidate/offers/{offerId}/poles'>[number];

/** Offers of one page: enough for a whole institution; who has more searches by name. */
export const PAGE_SIZE = 100;

export const offersQuery = (filters: OfferFilters) => ({
  queryKey: ['offers', filters],
  queryFn: () => call('GET /candidate/offers', { query: { ...filters, pageSize: PAGE_SIZE } }),
});

/** Courses of an offer with the state of their places; always asked anew, places go fast. */
export const offerCoursesQuery = (offer: Pick<Offer, 'id' | 'institutionCode'>) => ({
  queryKey: ['offers', offer.id, 'courses'],
  queryFn: () =>
    call('GET /candidate/offers/{offerId}/courses', {
      params: { offerId: offer.id },
      institutionCode: offer.institutionCode,
    }),
  staleTime: 5_000,
});

export const offerPolesQuery = (offer: Pick<Offer, 'id' | 'institutionCode'>, courseId: number) => ({
  queryKey: ['offers', offer.id, 'poles', courseId],
  queryFn: () =>
    call('GET /candidate/offers/{offerId}/poles', {
      params: { offerId: offer.id },
      query: { c: courseId },
      institutionCode: offer.institutionCode,
    }),
});

export const prefetchOffers = (): void => void queryClient.prefetchQuery(offersQuery({}));
