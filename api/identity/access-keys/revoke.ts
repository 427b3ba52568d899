import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import { announceEndIn } from '../../caller/end-session.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';

/** Who revokes: the staff member's id, if any, and the name shown to others. */
export type Revoker = { by: string; staffId: number | null };

/**
 * Revokes the keys, then every session they opened: by that time no new token can be issued from them. Open tabs are notified
 * on commit.
 */
async function revoke(tx: Tx, platform: Platform, { by, staffId }: Revoker, which: Sql): Promise<number[]> {
  const now = platform.clock.now();
  const ended = await tx.many<{ id: number }>(sql`
    update access_key set revoked_at = ${now}::timestamptz, revoked_by = ${by}::text,
      revoked_by_staff = ${staffId}::bigint
    where tenant_id = ${tx.tenantId} and revoked_at is null and ${which} returning id`);
  const keyIds = ended.map(({ id }) => id);
  // A separate statement: it must see the sessions created by exchanges that the first statement waited for.
  const over = await tx.many<{ id: string }>(sql`
    update login_session set revoked_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and access_key_id = any(${keyIds}::bigint[]) and revoked_at is null
    returning id`);
  for (const { id } of over) announceEndIn(tx, platform, id);
  return keyIds;
}

/** Revokes one key and the tab tokens issued from it (spec 5.2). Repeating the call changes nothing. */
export const revokeAccessKey = (
  tx: Tx,
  platform: Platform,
  keyId: number,
  revoker: Revoker,
): Promise<number[]> => revoke(tx, platform, revoker, sql`id = ${keyId}::bigint`);

/** Revokes the keys sent for a person's applications since `since`: they may have gone to a contact that wasn't theirs. */
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

/** Revokes every key of a subscription; returns how many were still active. */
export const revokeAccessKeys = async (
  tx: Tx,
  platform: Platform,
  subscriptionId: number,
  revoker: Revoker,
): Promise<number> =>
  (await revoke(tx, platform, revoker, sql`subscription_id = ${subscriptionId}::bigint`)).length;
