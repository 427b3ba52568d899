import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { type RowOf, shapeOf } from '../platform/database/shape.ts';
import type { Runner } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { type ParameterPlace, parameterOf } from '../tenancy/parameters.ts';

export type KeyPurpose = 'continue' | 'payment' | 'documents';
export type IssuedKey = { keyId: number; key: string; expiresAt: Date };

/**
 * `AccessKeyTtlDays` of the subscription: offer → institution → host → tenant → default (spec 3.1). Call it before a
 * transaction begins, because reading parameters uses a separate connection.
 */
export async function accessKeyDays(
  platform: Platform,
  tenantId: number,
  subscriptionId: number,
): Promise<number> {
  const row = await platform.db.tenant(tenantId).one<RowOf<ParameterPlace>>(sql`
    select institution_id, offer_id, host_id from subscription
    where tenant_id = ${tenantId} and id = ${subscriptionId}`);
  return parameterOf(platform, tenantId, 'AccessKeyTtlDays', row && shapeOf(row));
}

/** Length of a key in bytes; shorter for text messages, which have room for only 160 characters (decision 0019). */
const KEY_BYTES = 32;
const SHORT_KEY_BYTES = 16;

/**
 * Issues an access key for one subscription (spec 5.2): random bytes, shown once, valid for `days`. Several may be valid at
 * once, so that an older e-mail keeps working.
 */
export async function issueAccessKey(
  on: Runner,
  platform: Platform,
  tenantId: number,
  wanted: {
    subscriptionId: number;
    purpose: KeyPurpose;
    days: number;
    short?: boolean;
    /** The staff member who passes the link on personally, and why. */
    by?: { staffId: number; reason: string } | undefined;
  },
): Promise<IssuedKey> {
  const { subscriptionId, purpose, days, short = false, by } = wanted;
  const key = randomBytes(short ? SHORT_KEY_BYTES : KEY_BYTES).toString('base64url');
  const now = platform.clock.now();
  const expiresAt = new Date(now.getTime() + days * 24 * 3600_000);
  const row = await on.one<{ id: number }>(sql`
    insert into access_key (tenant_id, subscription_id, key_hash, purpose, created_at, expires_at, staff_id, reason)
    values (${tenantId}, ${subscriptionId}, ${secretHash(key)}, ${purpose}, ${now}::timestamptz,
            ${expiresAt}::timestamptz, ${by?.staffId ?? null}::bigint, ${by?.reason ?? null}::text) returning id`);
  if (!row) throw new Error('The access key was not stored');
  return { keyId: row.id, key, expiresAt };
}
