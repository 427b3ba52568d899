import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/index.ts';
import type { House } from '../../platform/house.ts';
import { announceEndIn } from '../session.ts';

/** Ends the keys and, once no new token can come of them, every session they opened; tabs hear of it by the commit. */
async function revoke(tx: Tx, house: House, which: Sql): Promise<number[]> {
  const now = house.clock.now();
  const ended = await tx.many<{ id: number }>(sql`
    update access_key set revoked_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and revoked_at is null and ${which} returning id`);
  const keyIds = ended.map(({ id }) => id);
  // A statement of its own: it sees the sessions of exchanges the first one had to wait for.
  const over = await tx.many<{ id: string }>(sql`
    update login_session set revoked_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and access_key_id = any(${keyIds}::bigint[]) and revoked_at is null
    returning id`);
  for (const { id } of over) await announceEndIn(tx, house, tx.tenantId, id);
  return keyIds;
}

/** Revokes one key with the tab tokens made from it (spec 5.2); a second time changes nothing. */
export const revokeAccessKey = (tx: Tx, house: House, keyId: number): Promise<number[]> =>
  revoke(tx, house, sql`id = ${keyId}::bigint`);

/** Revokes every key of a subscription; answers how many were still good. */
export const revokeAccessKeys = async (tx: Tx, house: House, subscriptionId: number): Promise<number> =>
  (await revoke(tx, house, sql`subscription_id = ${subscriptionId}::bigint`)).length;
