import type { Answer, Body } from '@orbita/protocol';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';

export type Row = Answer<'GET /operations/catalogue/entries'>['data'][number];
export type Entry = Answer<'GET /operations/catalogue/entries/{kind}/{code}'>;
export type FormPlan = Answer<'POST /operations/catalogue/edits/plan'>;
export type Wish = Body<'POST /operations/catalogue/edits'>;

export const LISTED = ['intakes', 'offers', 'prices', 'vouchers', 'schedules', 'classes', 'support'] as const;
export type Listed = (typeof LISTED)[number];
export const isListed = (kind: string | undefined): kind is Listed => LISTED.some((one) => one === kind);

/** Address of an entry; a slash in the code is written as a tilde, which no code contains. */
export const pathOf = (kind: string, code: string): string =>
  `/catalogo/${kind}/${encodeURIComponent(code.replaceAll('/', '~'))}`;

/** Kinds that are read by pages of their own. */
type Read = Listed | 'tenant' | 'institutions' | 'hosts';

type Within = { q?: string; institution?: string; intake?: string; offer?: string };

/** Entries of one kind, for the chosen institution; the caller requests further pages. */
export function useEntries(kind: Read, within: Within = {}, enabled = true) {
  const institution = useInstitution()?.code;
  const query = { kind, ...(institution && kind !== 'tenant' ? { institution } : {}), ...within };
  return useInfiniteQuery({
    queryKey: ['catalogue', 'entries', query],
    initialPageParam: '',
    enabled,
    queryFn: ({ pageParam, signal }) =>
      call('GET /operations/catalogue/entries', {
        query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

export const rowsOf = (pages: { data: Row[] }[] | undefined): Row[] | undefined =>
  pages?.flatMap(({ data }) => data);

export const useEntry = (kind: Read, code: string, enabled = true) =>
  useQuery({
    queryKey: ['catalogue', 'entry', kind, code],
    enabled,
    queryFn: ({ signal }) =>
      call('GET /operations/catalogue/entries/{kind}/{code}', { params: { kind, code }, signal }),
    staleTime: 0,
  });

/** Most pages of entries that are read for a form; a larger intake is copied with the CLI. */
const MOST_PAGES = 40;

/** All entries of one kind, for a form that lets people choose among them. */
export const useAll = (kind: Listed, within: Within, enabled = true) =>
  useQuery({
    queryKey: ['catalogue', 'all', kind, within],
    enabled,
    queryFn: async ({ signal }) => {
      const rows: Row[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < MOST_PAGES; page++) {
        const query: Within & { kind: Listed; cursor?: string } = {
          kind,
          ...within,
          ...(cursor ? { cursor } : {}),
        };
        const answer = await call('GET /operations/catalogue/entries', { query, signal });
        rows.push(...answer.data);
        cursor = answer.nextCursor;
        if (!cursor) break;
      }
      return rows;
    },
  });
