import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** Query cache; a 4xx is final, a 5xx or a lost connection is tried twice more. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < 2,
      retryDelay: (attempt) => 800 * 2 ** attempt,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
