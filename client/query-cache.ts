import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.ts';

/** Seconds that a page waits at most, whatever a server or a proxy before it says. */
const LONGEST = 30;

/** Milliseconds until a query is tried again: as long as the server said, and spread, so that pages refused together do not come back together. */
export const pauseBefore = (attempt: number, error: unknown, random: () => number = Math.random): number =>
  Math.max(800 * 2 ** attempt, error instanceof ApiError ? Math.min(error.retryAfter, LONGEST) * 1000 : 0) *
  (1 + random() / 2);

/**
 * The cache of an app's queries, whose answers count as new for `staleMs`. A 4xx is final; a 5xx or a lost connection is tried
 * twice more.
 */
export const queryCache = (staleMs: number): QueryClient =>
  new QueryClient({
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
