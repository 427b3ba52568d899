import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

/** Whose console this host is, and the ways in. */
export const hostQuery = {
  queryKey: ['staff', 'host'] as const,
  queryFn: () => call('GET /operations/staff/sign-in', { quiet: true }),
  staleTime: Number.POSITIVE_INFINITY,
};

/** Name of the tenant; until it is known, that of the product. */
export const useTenantName = (): string => useQuery(hostQuery).data?.tenant.name ?? 'Órbita';
