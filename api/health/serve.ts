import type { FastifyInstance } from 'fastify';
import { fail } from '../platform/http/errors.ts';
import { mayMeasure } from '../platform/http/measure.ts';
import type { Platform } from '../platform/platform.ts';
import { health } from '../tenancy/health.ts';
import { deepHealth } from './deep-health.ts';
import { measureInstallation } from './measures.ts';

const OK = 200;
const UNAVAILABLE = 503;

/**
 * Three health endpoints (R17): is this process alive, is it ready for requests, is everything healthy. The first checks nothing
 * else, so that a database outage restarts no node; the last requires the key of `/metrics`.
 */
export function serveHealth(app: FastifyInstance, platform: Platform): void {
  const config = { surface: 'machine' } as const;
  measureInstallation(platform);
  app.get('/health/live', { config }, async () => ({ status: 'ok', build: platform.config.build }));
  app.get('/health/ready', { config }, async (_request, response) => {
    const { status, body } = await health(platform);
    return response.code(status).send(body);
  });
  app.get('/health/deep', { config }, async (request, response) => {
    if (!mayMeasure(platform, request.headers.authorization)) fail('NOT_FOUND');
    const body = await deepHealth(platform);
    return response.code(body.status === 'down' ? UNAVAILABLE : OK).send(body);
  });
}
