import type { FastifyInstance } from 'fastify';
import type { House } from '../../platform/house.ts';
import { fail } from '../../platform/http/errors.ts';
import { mayMeasure } from '../../platform/http/measure.ts';
import { health } from '../../tenancy/index.ts';
import { deepHealth } from './deep-health.ts';

const OK = 200;
const UNAVAILABLE = 503;

/**
 * Three questions of those who run the service (R17): is this process alive, may it be sent requests, is all well.
 * The first asks nobody else, so that a database that is away restarts no node; the last needs the key of `/metrics`.
 */
export function serveHealth(app: FastifyInstance, house: House): void {
  const config = { surface: 'machine' } as const;
  app.get('/health/live', { config }, async () => ({ status: 'ok', build: house.config.build }));
  app.get('/health/ready', { config }, async (_request, response) => {
    const { status, body } = await health(house);
    return response.code(status).send(body);
  });
  app.get('/health/deep', { config }, async (request, response) => {
    if (!mayMeasure(house, request.headers.authorization)) fail('NOT_FOUND');
    const body = await deepHealth(house);
    return response.code(body.status === 'down' ? UNAVAILABLE : OK).send(body);
  });
}
