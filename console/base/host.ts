import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

/** The tenant of this console's host, and its sign-in methods. */
export const hostQuery = {
  queryKey: ['staff', 'host'] as const,
  queryFn: () => call('GET /operations/staff/sign-in', { quiet: true }),
  staleTime: Number.POSITIVE_INFINITY,
};

/** Name of the tenant; until it is known, the product's. */
export const useTenantName = (): string => useQuery(hostQuery).data?.tenant.name ?? 'Órbita';
