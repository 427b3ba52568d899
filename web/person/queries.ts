import type { Answer } from '@orbita/protocol';
import { useQuery } from '@tanstack/react-query';
import { call } from '../base/api.ts';
import { session } from '../base/session.ts';

export type PersonData = Answer<'GET /candidate/users/{uuid}/person-data'>;

/** Lists that do not change during a visit. */
const steady = { staleTime: Number.POSITIVE_INFINITY };

export const personDataQuery = () => ({
  queryKey: ['person-data'],
  queryFn: () => call('GET /candidate/users/{uuid}/person-data', { params: { uuid: session.uuid() } }),
});

export const gendersQuery = {
  queryKey: ['genders'],
  queryFn: () => call('GET /candidate/genders'),
  ...steady,
};

export const statesQuery = { queryKey: ['states'], queryFn: () => call('GET /candidate/states'), ...steady };

export const citiesQuery = (stateId: number | null) => ({
  queryKey: ['states', stateId, 'cities'],
  queryFn: () => call('GET /candidate/states/{id}/cities', { params: { id: stateId ?? 0 } }),
  enabled: stateId !== null && stateId > 0,
  ...steady,
});

/** Returns the state (`MG`) for a state id once the list is loaded: a CEP is checked against it. */
export function useUfOf(): (stateId: number | null | undefined) => string | undefined {
  const { data } = useQuery(statesQuery);
  return (stateId) => data?.find(({ id }) => id === stateId)?.uf;
}
