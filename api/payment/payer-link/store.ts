import { PAYER_LINK } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../../platform/database/types.ts';

const HOUR_MS = 3600_000;

type NewLink = { paymentId: number; keyHash: string; createdAt: Date; expiresAt: Date };

/** Stores a link; returns false if too many were created for its charge within the hour. */
export async function insertPayerLink(tx: Tx, link: NewLink): Promise<boolean> {
  const { paymentId, keyHash, createdAt, expiresAt } = link;
  // Serialises inserts for one charge, so that they are counted correctly.
  await tx.one(
    sql`select pg_advisory_xact_lock(hashtext(${`${tx.tenantId}:payer-link:${paymentId}`}::text))`,
  );
  const row = await tx.one(sql`
    insert into payer_link (tenant_id, payment_id, key_hash, created_at, expires_at)
    select ${tx.tenantId}::bigint, ${paymentId}::bigint, ${keyHash}::text, ${createdAt}::timestamptz, ${expiresAt}::timestamptz
    where (select count(*) from payer_link where tenant_id = ${tx.tenantId} and payment_id = ${paymentId}
      and created_at > ${new Date(createdAt.getTime() - HOUR_MS)}::timestamptz) < ${PAYER_LINK.perHour}::int
    returning id`);
  return row !== undefined;
}

type OfPayment = { paymentId: number; now: Date };

/** Number of valid links of a payment. */
export async function countPayerLinks(on: Runner, { paymentId, now }: OfPayment): Promise<number> {
  const row = await on.one<{ count: number }>(sql`
    select count(*)::int as count from payer_link where tenant_id = ${on.tenantId} and payment_id = ${paymentId}
      and revoked_at is null and expires_at > ${now}::timestamptz`);
  return row?.count ?? 0;
}

/** Revokes all links of a payment. */
export const endPayerLinks = (on: Runner, { paymentId, now }: OfPayment) =>
  on.many(sql`
    update payer_link set revoked_at = ${now}::timestamptz
    where tenant_id = ${on.tenantId} and payment_id = ${paymentId} and revoked_at is null returning id`);

/** Name of the institution that receives a payment. */
export async function institutionOf(on: Runner, paymentId: number): Promise<string> {
  const row = await on.one<{ name: string }>(sql`
    select i.name from payment y
    join subscription s on s.tenant_id = y.tenant_id and s.id = y.subscription_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where y.tenant_id = ${on.tenantId} and y.id = ${paymentId}`);
  return row?.name ?? '';
}
