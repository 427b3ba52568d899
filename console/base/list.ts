import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useChoice } from './choice.ts';
import { type Me, useMe } from './me.ts';

/** One page of a list of operations. */
export type ListAnswer<Row> = {
  data: Row[];
  nextCursor: string | null;
  total: number;
  totalCapped: boolean;
  /** The server looked at as many rows as one call may without filling the page; behind the cursor it goes on. */
  partial?: true | undefined;
};

type ListState = { cursors?: string[] };

type PageSize = NonNullable<Me['preferences']['rows']>;
/** Rows of a page that somebody may choose (spec 25.3.4). */
export const PAGE_SIZES: readonly PageSize[] = [25, 50, 100];
const [USUAL_SIZE] = PAGE_SIZES as readonly [PageSize];

export type ListOptions<Row> = {
  /** What is listed, with every filter: another key is another list, which begins at its first page. */
  key: readonly unknown[];
  read: (page: {
    cursor?: string;
    pageSize: PageSize;
    signal: AbortSignal;
    background: boolean;
  }) => Promise<ListAnswer<Row>>;
  /** How often it is asked again while it is shown; the live socket makes this rarer. */
  everyMs?: number | false;
};

/**
 * A list by cursor (spec 25.3.4). The cursors of the pages behind lie in the history of the browser, so that Back leads to the page
 * before and nothing of them stands in the address.
 */
export function useList<Row>({ key, read, everyMs }: ListOptions<Row>) {
  const navigate = useNavigate();
  const location = useLocation();
  const cursors = (location.state as ListState | null)?.cursors ?? [];
  const cursor = cursors.at(-1);
  const pageSize = useMe().preferences.rows ?? USUAL_SIZE;
  const choice = useChoice();
  const query = useQuery({
    queryKey: [...key, pageSize, cursor ?? ''],
    // What is asked again while it is shown was asked for by nobody.
    queryFn: ({ signal, client, queryKey }) =>
      read({
        ...(cursor ? { cursor } : {}),
        pageSize,
        signal,
        background: client.getQueryData(queryKey) !== undefined,
      }),
    placeholderData: keepPreviousData,
    ...(everyMs ? { refetchInterval: everyMs } : {}),
  });
  const here = location.pathname + location.search;
  const to = (next: string[]) => void navigate(here, { state: { cursors: next } satisfies ListState });
  const following = query.data?.nextCursor;
  return {
    answer: query.isPlaceholderData ? undefined : query.data,
    error: query.data ? undefined : (query.error ?? undefined),
    retry: () => void query.refetch(),
    /** Whether there may be rows of this page that were not looked for yet. */
    partial: query.data?.partial === true && !query.isPlaceholderData,
    /** Names the page that is shown, for `useSteadyRows`. */
    page: JSON.stringify([...key, pageSize, cursor ?? '']),
    onPrevious: cursors.length > 0 ? () => void navigate(-1) : undefined,
    /** Rows of a page, as this person likes her lists; another number begins the list anew. */
    pageSize,
    onPageSize: (rows: PageSize) => {
      choice.mutate({ rows });
      if (cursor) to([]);
    },
    onNext: following ? () => to([...cursors, following]) : undefined,
  };
}

/** Filters in the address: codes, ids and dates alone. A change begins the list anew and can be gone back from. */
export function useFilters<Name extends string>(
  names: readonly Name[],
): { values: Record<Name, string>; set: (change: Partial<Record<Name, string>>) => void } {
  const [search, setSearch] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<
    Name,
    string
  >;
  const set = (change: Partial<Record<Name, string>>) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(change) as [Name, string | undefined][]) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      return next;
    });
  return { values, set };
}
