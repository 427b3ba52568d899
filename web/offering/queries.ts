import type { Answer, QueryInput } from '@orbita/protocol';
import { call } from '../app/api.ts';
import { queryClient } from '../app/query.ts';
import { settings } from '../app/settings.ts';
import { INSTITUTION } from '../tenancy/institution.ts';
import { prefetchInstitutions } from '../tenancy/queries.ts';

export type OfferFilters = QueryInput<'GET /candidate/offers'>;
export type Offer = Answer<'GET /candidate/offers'>['data'][number];
export type Pole = Answer<'GET /candidate/offers/{offerId}/poles'>[number];

/** Offers of one page: enough for a whole institution; who has more searches by name. */
export const PAGE_SIZE = 100;

/** Open offers, those of one institution if it is named. */
export const offersQuery = (filters: OfferFilters, institutionCode?: string) => ({
  queryKey: ['offers', filters, institutionCode],
  queryFn: () =>
    call('GET /candidate/offers', { query: { ...filters, pageSize: PAGE_SIZE }, institutionCode }),
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

/** Asks for what the page of an address shows; on a group host without an institution that is the choice of one. */
export function prefetchOffers({ request }: { request: Request }): void {
  const named = new URL(request.url).searchParams.get(INSTITUTION);
  if (settings.institution === null) prefetchInstitutions();
  if (settings.institution !== null) void queryClient.prefetchQuery(offersQuery({}));
  else if (named) void queryClient.prefetchQuery(offersQuery({}, named));
}
