import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import type { House } from '../../platform/house.ts';
import type { Tenant } from '../../platform/http/context.ts';
import { announceEnd } from '../session.ts';

/** Ends the keys and, once no new token can come of them, every session they opened. */
async function revoke(house: House, tenant: Tenant, which: Sql): Promise<number[]> {
  const now = house.clock.now();
  const { keys, sessions } = await house.db.write(tenant.id, async (tx) => {
    const ended = await tx.many<{ id: number }>(sql`
      update access_key set revoked_at = ${now}::timestamptz
      where tenant_id = ${tenant.id} and revoked_at is null and ${which} returning id`);
    const keyIds = ended.map(({ id }) => id);
    // A statement of its own: it sees the sessions of exchanges the first one had to wait for.
    const over = await tx.many<{ id: string }>(sql`
      update login_session set revoked_at = ${now}::timestamptz
      where tenant_id = ${tenant.id} and access_key_id = any(${keyIds}::bigint[]) and revoked_at is null
      returning id`);
    return { keys: keyIds, sessions: over };
  });
  for (const { id } of sessions) await announceEnd(house, tenant.id, id);
  return keys;
}

/** Revokes one key with the tab tokens made from it (spec 5.2); a second time changes nothing. */
export const revokeAccessKey = (house: House, tenant: Tenant, keyId: number): Promise<number[]> =>
  revoke(house, tenant, sql`id = ${keyId}::bigint`);

/** Revokes every key of a subscription; answers how many were still good. */
export const revokeAccessKeys = async (
  house: House,
  tenant: Tenant,
  subscriptionId: number,
): Promise<number> => (await revoke(house, tenant, sql`subscription_id = ${subscriptionId}::bigint`)).length;
