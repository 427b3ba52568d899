import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
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
 * The query cache of an app; answers count as fresh for `staleMs`. A 4xx is final; a 5xx or a lost connection is retried twice.
 */
export const queryCache = (staleMs: number): QueryClient =>
  new Cache({
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
