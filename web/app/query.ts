import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** Answers already had; a refusal is an answer and is not asked again, a silence is. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < 2,
      retryDelay: (attempt) => 800 * 2 ** attempt,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
