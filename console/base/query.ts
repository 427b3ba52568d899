import { queryCache } from '@orbita/client/query-cache.ts';

export const queryClient = queryCache(10_000);
