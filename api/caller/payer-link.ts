import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { type RowOf, shapeOf } from '../platform/database/shape.ts';
import type { PayerLink, Tenant } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { tokenOf } from './session.ts';

/** The payer's link whose key the request carries; undefined when it is unknown at this tenant, expired or ended. */
export async function readPayerLink(
  platform: Platform,
  tenant: Tenant,
  request: FastifyRequest,
): Promise<PayerLink | undefined> {
  const key = tokenOf(request);
  if (!key || key.length > 100) return undefined;
  const row = await platform.db.tenant(tenant.id).one<RowOf<PayerLink>>(sql`
    select l.id, l.payment_id, s.person_id
    from payer_link l
    join payment y on y.tenant_id = l.tenant_id and y.id = l.payment_id
    join subscription s on s.tenant_id = y.tenant_id and s.id = y.subscription_id
    where l.tenant_id = ${tenant.id} and l.key_hash = ${secretHash(key)} and l.revoked_at is null
      and l.expires_at > ${platform.clock.now()}::timestamptz`);
  return row && shapeOf(row);
}
