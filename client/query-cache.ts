import { QueryClient } from '@tanstack/react-query';
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
 * The query cache of an app; answers count as fresh for `staleMs`. A 4xx is final; a 5xx or a lost connection is retried twice.
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
