import type { FastifyInstance } from 'fastify';
import { playFaults } from '../faults.ts';
import type { World } from '../world.ts';

/** Table of the tenants' catalogues, by alias. */
export const CATALOGUES = 'academic-catalogue';
/** Largest catalogue that may be set; larger than the product reads. */
export const MOST_CATALOGUE = 16 * 1024 * 1024;

/**
 * `GET /tenants/{alias}/catalogue`: the academic catalogue of a tenant as described in docs/academic-catalogue.openapi.json;
 * 404 if the tenant has none. It returns whatever was set, valid or not.
 */
export function academicCatalogueRoutes(app: FastifyInstance, world: World): void {
  playFaults(app, world.faults, 'academic-catalogue');
  const kept = world.ledger.table<unknown>(CATALOGUES);
  app.get('/tenants/:alias/catalogue', async (request, reply) => {
    if (!/^Bearer \S+$/i.test(request.headers.authorization ?? ''))
      return reply.code(401).send({ error: 'Chave ausente.' });
    const { alias } = request.params as { alias: string };
    const catalogue = kept.get(alias);
    if (catalogue === undefined || catalogue === null)
      return reply.code(404).send({ error: 'Sem catálogo desta rede de ensino.' });
    return reply.send(catalogue);
  });
}
