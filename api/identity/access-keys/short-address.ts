import { BASE_PATH, ENDED_LINK } from '@orbita/domain/identity';
import { type ApplicationType, routeOf } from '@orbita/domain/subscription';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { AppError } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { secretHash } from '../../platform/secret-hash.ts';
import { isGuessing, noteWrongKey } from './wrong-keys.ts';

/** The web application's page that exchanges a valid key; undefined if the key isn't valid. */
async function pageOf(platform: Platform, tenantId: number, key: string): Promise<string | undefined> {
  const row = await platform.db.tenant(tenantId).one<{ id: number; application_type: ApplicationType }>(sql`
    select s.id, s.application_type from access_key k
    join subscription s on s.tenant_id = k.tenant_id and s.id = k.subscription_id
    where k.tenant_id = ${tenantId} and k.key_hash = ${secretHash(key)} and k.revoked_at is null
      and k.expires_at > ${platform.clock.now()}::timestamptz`);
  return row && `${routeOf(row.application_type, row.id)}?accesskey=${key}`;
}

/** Sends the visitor to the portal when the rate limit is exceeded; rethrows any other error. */
const portalIfFull = (error: unknown): string => {
  if (error instanceof AppError && error.code === 'RATE_LIMITED') return '/portal';
  throw error;
};

/**
 * Serves `/k/{key}`, used in text messages, which have no room for the full address and key. Redirects to the page that
 * exchanges the key or, if the key opens nothing on this host, to the portal, just like a wrong key (spec 4.2).
 */
export function serveShortAddresses(app: FastifyInstance, platform: Platform): void {
  app.get<{ Params: { key: string } }>('/k/:key', { config: { surface: 'page' } }, async (request, reply) => {
    const tenant = request.found?.tenant;
    // An address that sent too many wrong keys learns nothing about this one.
    let page: string | undefined = '/portal';
    if (tenant && !isGuessing(platform, tenant.id, request.ip)) {
      page = await pageOf(platform, tenant.id, request.params.key);
      if (!page)
        page = await noteWrongKey(platform, tenant.id, request.ip).then(() => undefined, portalIfFull);
    }
    return reply
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .redirect(`${BASE_PATH.slice(0, -1)}${page ?? ENDED_LINK}`);
  });
}
