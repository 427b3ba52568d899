import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.ts';

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
        retryDelay: (attempt) => 800 * 2 ** attempt,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
