import type { Answer } from '@orbita/protocol';
import { call } from '../base/api.ts';
import { queryClient } from '../base/query.ts';

export type InstitutionCard = Answer<'GET /candidate/institutions'>[number];

/** Institutions of the tenant with the number of open offers of each. */
export const institutionsQuery = {
  queryKey: ['institutions'],
  queryFn: () => call('GET /candidate/institutions'),
  staleTime: 300_000,
};

export const prefetchInstitutions = (): void => void queryClient.prefetchQuery(institutionsQuery);
