import type { Answer, QueryInput } from '@orbita/protocol';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../base/api.ts';
import { queryClient } from '../base/query.ts';
import { settings } from '../base/settings.ts';
import { INSTITUTION } from '../tenancy/institution.ts';
import { prefetchInstitutions } from '../tenancy/queries.ts';

export type OfferFilters = QueryInput<'GET /candidate/offers'>;
export type Offer = Answer<'GET /candidate/offers'>['data'][number];
export type Pole = Answer<'GET /candidate/offers/{offerId}/poles'>[number];

export type OfferPage = Answer<'GET /candidate/offers'>;
export type OfferFilterOptions = Answer<'GET /candidate/offers/filters'>;

/** Offers per page: most institutions have fewer, and a phone can render this many at once. */
const PAGE_SIZE = 60;

/** Open offers, of one institution if it is named, page by page. */
export const offersQuery = (filters: OfferFilters, institutionCode?: string) =>
  infiniteQueryOptions({
    queryKey: ['offers', filters, institutionCode],
    queryFn: ({ pageParam: page }) =>
      call('GET /candidate/offers', {
        query: { ...filters, page, pageSize: PAGE_SIZE },
        institutionCode,
        allInstitutions: true,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }: OfferPage) =>
      page * pageSize < total ? page + 1 : undefined,
  });

/** Every offer of one course, including those not in a loaded page of the list. */
export const courseOffersQuery = (courseId: number, institutionCode?: string) => ({
  queryKey: ['offers', 'course', courseId, institutionCode],
  queryFn: () =>
    call('GET /candidate/offers', {
      query: { courseId, pageSize: MOST_WAYS },
      institutionCode,
      allInstitutions: true,
    }),
});

/** Maximum page size of the server; no course has that many ingress modes. */
const MOST_WAYS = 100;

/** Options for filtering the list. */
export const offerFiltersQuery = (institutionCode?: string) => ({
  queryKey: ['offers', 'filters', institutionCode],
  queryFn: () => call('GET /candidate/offers/filters', { institutionCode, allInstitutions: true }),
});

/** Details of a course in an offer, with the state of its places; always refetched, because places change quickly. */
export const offerCourseQuery = (offer: Pick<Offer, 'id' | 'institutionCode'>, courseId: number) => ({
  queryKey: ['offers', offer.id, 'courses', courseId],
  queryFn: () =>
    call('GET /candidate/offers/{offerId}/courses', {
      params: { offerId: offer.id },
      query: { c: courseId },
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

/** Prefetches what the page at an address shows; on a group host without an institution that is the choice of one. */
export function prefetchOffers({ request }: { request: Request }): void {
  const named = new URL(request.url).searchParams.get(INSTITUTION);
  if (settings.institution === null) prefetchInstitutions();
  if (settings.institution !== null) prefetchCatalogue();
  else if (named) prefetchCatalogue(named);
}

function prefetchCatalogue(institutionCode?: string): void {
  void queryClient.prefetchInfiniteQuery(offersQuery({}, institutionCode));
  void queryClient.prefetchQuery(offerFiltersQuery(institutionCode));
}
