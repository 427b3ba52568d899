import { BASE_PATH } from '@orbita/domain/identity';
import { type ApplicationType, routeOf } from '@orbita/domain/subscription';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { House } from '../../platform/house.ts';
import { secretHash } from '../../platform/secret-hash.ts';
import { isGuessing, noteWrongKey } from './wrong-keys.ts';

/** Page of the web application that exchanges a living key, or undefined. */
async function pageOf(house: House, tenantId: number, key: string): Promise<string | undefined> {
  const row = await house.db.tenant(tenantId).one<{ id: number; application_type: ApplicationType }>(sql`
    select s.id, s.application_type from access_key k
    join subscription s on s.tenant_id = k.tenant_id and s.id = k.subscription_id
    where k.tenant_id = ${tenantId} and k.key_hash = ${secretHash(key)} and k.revoked_at is null
      and k.expires_at > ${house.clock.now()}::timestamptz`);
  return row && `${routeOf(row.application_type, row.id)}?accesskey=${key}`;
}

/**
 * `/k/{key}` of text messages, where the whole address of a page and its key has no room: leads to that page, where the
 * key is exchanged as any other; to the portal when it opens nothing on this host, as a wrong key does (spec 4.2).
 */
export function serveShortAddresses(app: FastifyInstance, house: House): void {
  app.get<{ Params: { key: string } }>('/k/:key', { config: { surface: 'page' } }, async (request, reply) => {
    const tenant = request.found?.tenant;
    let page: string | undefined;
    if (tenant && !isGuessing(house, tenant.id, request.ip)) {
      page = await pageOf(house, tenant.id, request.params.key);
      if (!page) noteWrongKey(house, tenant.id, request.ip);
    }
    return reply
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .redirect(`${BASE_PATH.slice(0, -1)}${page ?? '/portal'}`);
  });
}
