import type { FastifyRequest } from 'fastify';

/** Tenants of the demo catalogue; others appear once they have a charge. */
export const DEMO_TENANTS = ['alfa', 'beta'];

/** The tenant of a request; by default the first demo tenant. */
export const tenantOf = (request: FastifyRequest): string => {
  const { tenant } = request.query as { tenant?: string };
  return tenant && /^[a-z0-9_]{1,40}$/.test(tenant) ? tenant : DEMO_TENANTS[0]!;
};
