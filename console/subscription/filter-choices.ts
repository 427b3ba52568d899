import type { Answer, Query } from '@orbita/protocol';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { call } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { queryClient } from '../base/query.ts';

export type FilterChoice = Answer<'GET /operations/filter-choices'>[number];
export type ChoiceKind = Query<'GET /operations/filter-choices'>['of'];

const NAMES_MS = 10 * 60_000;
const nameKey = (of: ChoiceKind, code: string) => ['filter-choice', of, code] as const;

/** Existing entries of a kind by words of their name; undefined while searching. */
export function useChoices(of: ChoiceKind, words: string, shown: boolean) {
  const institution = useInstitution();
  const q = useDeferredValue(words.trim().slice(0, 100));
  const where = institution ? { institution: institution.code } : {};
  return useQuery({
    queryKey: ['filter-choices', of, q, institution?.code],
    queryFn: ({ signal }) =>
      call('GET /operations/filter-choices', { query: { of, ...(q ? { q } : {}), ...where }, signal }),
    enabled: shown,
    staleTime: NAMES_MS,
  });
}

/** Caches the name of what was just chosen, so that it is not requested. */
export const keepName = (of: ChoiceKind, choice: FilterChoice): void => {
  queryClient.setQueryData(nameKey(of, choice.code), [choice]);
};

/** The name for a code; the code itself until that is known, and if there is none. */
export function useChoiceName(of: ChoiceKind, code: string): string {
  const { data } = useQuery({
    queryKey: nameKey(of, code),
    queryFn: ({ signal }) =>
      call('GET /operations/filter-choices', { query: { of, code }, signal, background: true }),
    enabled: code !== '',
    staleTime: NAMES_MS,
  });
  return data?.[0]?.name ?? code;
}
