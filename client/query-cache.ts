import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError } from './errors.ts';

/** Longest wait of a page in seconds, whatever a server or a proxy in front of it asks for. */
const LONGEST = 30;

/**
 * Milliseconds until a query is retried: at least as long as the server asked, with jitter so that pages refused together do
 * not all come back together.
 */
export const pauseBefore = (attempt: number, error: unknown, random: () => number = Math.random): number =>
  Math.max(800 * 2 ** attempt, error instanceof ApiError ? Math.min(error.retryAfter, LONGEST) * 1000 : 0) *
  (1 + random() / 2);

/**
 * The library forgets an invalidation as soon as an answer that was under way arrives, although it may be older. Such a
 * query is invalidated again once it has been answered: one read for the first time, and one that nothing shows at the moment.
 */
class Cache extends QueryClient {
  override async invalidateQueries<TaggedQueryKey extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<TaggedQueryKey>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const underWay = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' } as InvalidateQueryFilters)
      .map((query) => ({ query, promise: query.promise }));
    const done = super.invalidateQueries(filters, options);
    const left = underWay.filter(({ query, promise }) => query.promise === promise);
    await Promise.allSettled(left.map(({ promise }) => promise));
    if (left.length > 0)
      await super.invalidateQueries(
        {
          ...(filters?.refetchType ? { refetchType: filters.refetchType } : {}),
          predicate: (one) => left.some(({ query }) => query === one),
        },
        options,
      );
    return done;
  }
}

/**
 * The library forgets why a query without data failed as soon as it reads again. News about an application arrive at any time,
 * so a page would change between its failure and a placeholder by itself, under the finger of who presses its button. As long
 * as it is shown, a failure stays until there is an answer or another failure.
 */
function keepFailures(client: QueryClient): void {
  const failures = new WeakMap<Query, Error>();
  client.getQueryCache().subscribe(({ query, type }) => {
    const { error, status } = query.state;
    const failure = failures.get(query);
    if (query.getObserversCount() === 0) failures.delete(query);
    else if (type !== 'updated') return;
    else if (error) failures.set(query, error);
    else if (failure && status === 'pending') query.setState({ error: failure, status: 'error' });
  });
}

/**
 * The query cache of an app; answers count as fresh for `staleMs`. A 4xx is final; a 5xx or a lost connection is retried twice.
 */
export function queryCache(staleMs: number): QueryClient {
  const client = new Cache({
    defaultOptions: {
      queries: {
        staleTime: staleMs,
        refetchOnWindowFocus: true,
        retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < 2,
        retryDelay: (attempt, error) => pauseBefore(attempt, error),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  keepFailures(client);
  return client;
}
