import type { QueryInput } from '@orbita/protocol';
import { call } from '../app/api.ts';
import { queryClient } from '../app/query.ts';

export type OfferFilters = QueryInput<'GET /candidate/offers'>;

export const offersQuery = (filters: OfferFilters) => ({
  queryKey: ['offers', filters],
  queryFn: () => call('GET /candidate/offers', { query: filters }),
});

export const prefetchOffers = (): void => void queryClient.prefetchQuery(offersQuery({}));
