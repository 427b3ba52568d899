import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useChoice } from './choice.ts';
import { type Me, useMe } from './me.ts';

/** One page of a list from the operations API. */
export type ListAnswer<Row> = {
  data: Row[];
  nextCursor: string | null;
  total: number;
  totalCapped: boolean;
  /** The server examined as many rows as one call may without filling the page; the cursor continues from there. */
  partial?: true | undefined;
};

type ListState = { cursors?: string[] };

type PageSize = NonNullable<Me['preferences']['rows']>;
/** Page sizes to choose from (spec 25.3.4). */
export const PAGE_SIZES: readonly PageSize[] = [25, 50, 100];
const [USUAL_SIZE] = PAGE_SIZES as readonly [PageSize];

export type ListOptions<Row> = {
  /** What is listed, including every filter: another key is another list, which starts at its first page. */
  key: readonly unknown[];
  read: (page: {
    cursor?: string;
    pageSize: PageSize;
    signal: AbortSignal;
    background: boolean;
  }) => Promise<ListAnswer<Row>>;
  /** How often it is refetched while it is shown; less often with a live socket. */
  everyMs?: number | false;
};

/**
 * A list paged by cursor (spec 25.3.4). The cursors of previous pages are kept in the browser's history, so that Back leads to
 * the previous page and none of them appears in the address.
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
    // Nobody asked for a refetch of a list that is being shown.
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
    retry: (): unknown => query.refetch(),
    /** Whether this page may have rows that have not been searched for yet. */
    partial: query.data?.partial === true && !query.isPlaceholderData,
    /** Identifies the shown page, for `useSteadyRows`. */
    page: JSON.stringify([...key, pageSize, cursor ?? '']),
    onPrevious: cursors.length > 0 ? () => void navigate(-1) : undefined,
    /** Page size, as preferred by this person; a different one restarts the list. */
    pageSize,
    onPageSize: (rows: PageSize) => {
      choice.mutate({ rows });
      if (cursor) to([]);
    },
    onNext: following ? () => to([...cursors, following]) : undefined,
  };
}

/** Filters in the address: only codes, ids and dates. A change restarts the list and can be undone with Back. */
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
