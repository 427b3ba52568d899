import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { type RowOf, shapeOf } from '../platform/database/shape.ts';
import type { Runner } from '../platform/database/types.ts';
import type { GuardianLink, Tenant } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { tokenOf } from './session.ts';

/**
 * The guardian's link whose key the request carries; undefined when it is unknown at this tenant, expired or replaced by a newer
 * one. Whether its guardian is still the guardian is checked by the contract module.
 */
export async function readGuardianLink(
  platform: Platform,
  tenant: Tenant,
  request: FastifyRequest,
): Promise<GuardianLink | undefined> {
  const key = tokenOf(request);
  if (!key || key.length > 100) return undefined;
  const row = await platform.db.tenant(tenant.id).one<RowOf<GuardianLink>>(sql`
    select l.id, l.subscription_id, s.person_id, l.mark, l.masked, l.created_at as sent_at
    from guardian_link l
    join subscription s on s.tenant_id = l.tenant_id and s.id = l.subscription_id
    where l.tenant_id = ${tenant.id} and l.key_hash = ${secretHash(key)} and l.revoked_at is null
      and l.expires_at > ${platform.clock.now()}::timestamptz`);
  return row && shapeOf(row);
}

/** Whether a link is valid; its row is locked until the end of the transaction, so that it cannot end meanwhile. */
export const holdGuardianLink = async (
  on: Runner,
  { id, now }: { id: number; now: Date },
): Promise<boolean> =>
  (await on.one(sql`
    select id from guardian_link where tenant_id = ${on.tenantId} and id = ${id} and revoked_at is null
      and expires_at > ${now}::timestamptz for share`)) !== undefined;
