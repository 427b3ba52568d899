import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import { announceEndIn } from '../../caller/end-session.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';

/** Who cancels: a person of the team by her number, and the name that others read. */
export type Revoker = { by: string; staffId: number | null };

/**
 * Ends the keys and then, when no new token can be made from them, every session they opened; open tabs are
 * notified by the commit.
 */
async function revoke(tx: Tx, platform: Platform, { by, staffId }: Revoker, which: Sql): Promise<number[]> {
  const now = platform.clock.now();
  const ended = await tx.many<{ id: number }>(sql`
    update access_key set revoked_at = ${now}::timestamptz, revoked_by = ${by}::text,
      revoked_by_staff = ${staffId}::bigint
    where tenant_id = ${tx.tenantId} and revoked_at is null and ${which} returning id`);
  const keyIds = ended.map(({ id }) => id);
  // A separate statement, because it must see the sessions of exchanges that the first one waited for.
  const over = await tx.many<{ id: string }>(sql`
    update login_session set revoked_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and access_key_id = any(${keyIds}::bigint[]) and revoked_at is null
    returning id`);
  for (const { id } of over) announceEndIn(tx, platform, id);
  return keyIds;
}

/** Revokes one key with the tab tokens made from it (spec 5.2); a repeat changes nothing. */
export const revokeAccessKey = (
  tx: Tx,
  platform: Platform,
  keyId: number,
  revoker: Revoker,
): Promise<number[]> => revoke(tx, platform, revoker, sql`id = ${keyId}::bigint`);

/** Revokes what was sent about a person's applications since a moment: it may have gone to a contact that was not hers. */
export const revokeKeysSince = (
  tx: Tx,
  platform: Platform,
  personId: number,
  since: Date,
): Promise<number[]> =>
  revoke(
    tx,
    platform,
    { by: 'Candidato(a)', staffId: null },
    sql`created_at >= ${since}::timestamptz and subscription_id in (select s.id from subscription s
      where s.tenant_id = ${tx.tenantId} and s.person_id = ${personId}::bigint)`,
  );

/** Revokes every key of a subscription; returns how many were still valid. */
export const revokeAccessKeys = async (
  tx: Tx,
  platform: Platform,
  subscriptionId: number,
  revoker: Revoker,
): Promise<number> =>
  (await revoke(tx, platform, revoker, sql`subscription_id = ${subscriptionId}::bigint`)).length;
