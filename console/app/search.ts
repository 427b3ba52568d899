import type { Answer } from '@orbita/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../base/api.ts';
import { useMay } from '../base/me.ts';
import { type Screen, useScreens } from '../base/screen.ts';

export type Hit = Answer<'POST /operations/search'>['data'][number];

/** Screens that search results lead to; without them nobody is searched for. */
export const APPLICATION = '/inscricoes/:id';
export const PERSON = '/pessoas/:personId';

/** Pause in typing before a search: each one is audited. */
const PAUSE_MS = 350;

/** Whether the typed text can find somebody: an e-mail, digits, or three letters of a name (spec 25.3.3). */
export const isSearchable = (typed: string): boolean => {
  const text = typed.trim();
  return /^[^\s@]+@[^\s@]+$/.test(text) || /\d/.test(text) || /\p{L}{3}/u.test(text);
};

/** Address a search result leads to; undefined while its screen does not exist. */
export function pathOf({ subscriptionId, personId }: Hit, screens: readonly Screen[]): string | undefined {
  const has = (path: string) => screens.some((screen) => screen.path === path);
  if (subscriptionId !== null && has(APPLICATION)) return `/inscricoes/${subscriptionId}`;
  return has(PERSON) ? `/pessoas/${personId}` : undefined;
}

/** The typed text, once typing pauses. */
function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}

/** People and applications matching the typed text. The term is sent in a body, and is forgotten with the dialog. */
export function useSearch(typed: string) {
  const may = useMay();
  const screens = useScreens();
  const offered = may('subscriptions.read') && screens.some(({ path }) => path === APPLICATION);
  const wanted = usePaused(typed.trim());
  const asks = offered && isSearchable(wanted) && isSearchable(typed);
  const { data, error, isFetching } = useQuery({
    queryKey: ['search', wanted],
    queryFn: ({ signal }) => call('POST /operations/search', { body: { q: wanted }, signal }),
    enabled: asks,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return {
    offered,
    hits: asks ? (data?.data ?? []) : [],
    more: asks && data?.more === true,
    none: asks && data?.data.length === 0,
    searching: asks && isFetching,
    error: asks ? error : null,
  };
}
