import { type AcceptanceChannel, GUARDIAN_LINK } from '@orbita/domain/contract';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';

export type NewGuardianLink = {
  subscriptionId: number;
  keyHash: string;
  channel: AcceptanceChannel;
  masked: string;
  mark: string;
  createdAt: Date;
  expiresAt: Date;
};

export type StoredGuardianLink = {
  channel: AcceptanceChannel;
  masked: string;
  mark: string;
  created_at: Date;
  expires_at: Date;
};

/**
 * Writes a link; undefined when the last one for this application or contact is too recent or there were too many within the
 * hour. The caller has locked the subscription; the contact is locked here.
 */
export async function insertGuardianLink(tx: Tx, link: NewGuardianLink): Promise<number | undefined> {
  const before = (ms: number) => new Date(link.createdAt.getTime() - ms);
  const counted = sql`tenant_id = ${tx.tenantId} and (mark = ${link.mark}::text or subscription_id = ${link.subscriptionId})`;
  await tx.one(
    sql`select pg_advisory_xact_lock(hashtext(${`${tx.tenantId}:guardian-link:${link.mark}`}::text))`,
  );
  const row = await tx.one<{ id: number }>(sql`
    insert into guardian_link (tenant_id, subscription_id, key_hash, channel, masked, mark, created_at, expires_at)
    select ${tx.tenantId}::bigint, ${link.subscriptionId}::bigint, ${link.keyHash}::text, ${link.channel}::text,
      ${link.masked}::text, ${link.mark}::text, ${link.createdAt}::timestamptz, ${link.expiresAt}::timestamptz
    where not exists (select from guardian_link where ${counted}
        and created_at > ${before(GUARDIAN_LINK.resendSeconds * 1000)}::timestamptz)
      and (select count(*) from guardian_link where ${counted}
        and created_at > ${before(3600_000)}::timestamptz) < ${GUARDIAN_LINK.sendsPerHour}::int
    returning id`);
  return row?.id;
}

/** Deletes a link that was not sent, so that it does not count. */
export const forgetGuardianLink = (on: Runner, id: number) =>
  on.one(sql`delete from guardian_link where tenant_id = ${on.tenantId} and id = ${id} returning id`);

/** Revokes earlier links of an application: only the newest is valid. */
export const endOlderLinks = (
  on: Runner,
  { id, subscriptionId, now }: { id: number; subscriptionId: number; now: Date },
) =>
  on.many(sql`
    update guardian_link set revoked_at = ${now}::timestamptz
    where tenant_id = ${on.tenantId} and subscription_id = ${subscriptionId} and id < ${id} and revoked_at is null
    returning id`);

/** The newest valid link of an application; undefined when there is none. */
export const newestGuardianLink = (
  on: Runner,
  { subscriptionId, now }: { subscriptionId: number; now: Date },
): Promise<StoredGuardianLink | undefined> =>
  on.one<StoredGuardianLink>(sql`
    select channel, masked, mark, created_at, expires_at from guardian_link
    where tenant_id = ${on.tenantId} and subscription_id = ${subscriptionId} and revoked_at is null
      and expires_at > ${now}::timestamptz
    order by id desc limit 1`);
