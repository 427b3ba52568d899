import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mergeOffers } from './catalogue.ts';
import { courseOffersQuery, type Offer } from './queries.ts';

/** The loaded offers plus every offer of one course, which the loaded pages of the list may lack. */
export function useOffersOf(
  courseId: number | null,
  known: readonly Offer[],
  institutionCode?: string,
): readonly Offer[] {
  const { data } = useQuery({
    ...courseOffersQuery(courseId ?? 0, institutionCode),
    enabled: courseId !== null,
  });
  return useMemo(() => (data ? mergeOffers(known, data.data) : known), [known, data]);
}
