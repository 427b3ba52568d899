import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type BankProvider, isAcquirer, type MoneyProvider } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { seal, unseal } from '../platform/seal.ts';
import { secretHash } from '../platform/secret-hash.ts';

/** Who registers our address with a provider: acquirers offer no API for it, only their website. */
export const enteredBy = (provider: MoneyProvider): 'us' | 'institution' =>
  isAcquirer(provider) ? 'institution' : 'us';
/**
 * At a bank where we register the address ourselves, the previous shared secret stays valid this long, until all accounts have
 * the new one.
 */
const SHARED_HOURS = 720;
/** How many former secrets of a provider may still be accepted, however often it is rotated. */
const MOST_FORMER = 5;
const HOUR_MS = 3600_000;
/** The last use is recorded to the minute, so that a flood of notices does not cause a write for each. */
const SEEN_MS = 60_000;

export type NoticeSecretRow = {
  provider: MoneyProvider;
  secret_hash: string;
  sealed: string | null;
  made_at: Date | null;
  ends_at: Date | null;
  last_used_at: Date | null;
};

export const SEALED_NOTICE_SECRETS = {
  ...{ table: 'notice_secret', columns: ['sealed'], purpose: 'notice address' },
} as const;

const sealFor = (platform: Platform, tenantId: number) => ({
  secrets: platform.config.secrets,
  tenantId,
  purpose: SEALED_NOTICE_SECRETS.purpose,
});

/** A tenant's currently valid secrets, the current one of each provider first. */
export const livingSecrets = (on: Runner, now: Date): Promise<NoticeSecretRow[]> =>
  on.many<NoticeSecretRow>(sql`
    select provider, secret_hash, sealed, made_at, ends_at, last_used_at from notice_secret
    where tenant_id = ${on.tenantId} and (ends_at is null or ends_at > ${now}::timestamptz)
    order by provider, ends_at desc nulls first, id`);

/** Whether this secret is valid for the provider's address; also records its use. Compared in constant time. */
export async function opensNotices(
  platform: Platform,
  tenantId: number,
  provider: string,
  given: string,
): Promise<boolean> {
  const now = platform.clock.now();
  const hash = Buffer.from(secretHash(given));
  const all = await livingSecrets(platform.db.tenant(tenantId), now);
  const found = all.filter(
    (row) => row.provider === provider && timingSafeEqual(Buffer.from(row.secret_hash), hash),
  );
  const [known] = found;
  if (!known) return false;
  if (!known.last_used_at || now.getTime() - known.last_used_at.getTime() >= SEEN_MS)
    await platform.db.tenant(tenantId).many(sql`
      update notice_secret set last_used_at = ${now}::timestamptz
      where tenant_id = ${tenantId} and provider = ${provider}::text and secret_hash = ${known.secret_hash}::text
      returning id`);
  return true;
}

/** Serialises rotations of one provider's secret, so that each ends the previous one. */
const waitTurn = (tx: Tx, provider: MoneyProvider) =>
  tx.one(sql`select pg_advisory_xact_lock(hashtext(${`${tx.tenantId}:notice-secret:${provider}`}::text))`);

/**
 * Creates a new secret for a provider and lets the current one expire after `overlapHours`; at most the five newest former ones
 * are kept.
 */
export async function makeNoticeSecret(
  tx: Tx,
  platform: Platform,
  provider: MoneyProvider,
  overlapHours: number,
): Promise<string> {
  await waitTurn(tx, provider);
  const now = platform.clock.now();
  const secret = randomBytes(32).toString('base64url');
  const ours = enteredBy(provider) === 'us';
  await tx.many(sql`
    delete from notice_secret
    where tenant_id = ${tx.tenantId} and provider = ${provider}::text and ends_at <= ${now}::timestamptz returning id`);
  await tx.many(sql`
    update notice_secret set ends_at = ${new Date(now.getTime() + overlapHours * HOUR_MS)}::timestamptz, to_register = false
    where tenant_id = ${tx.tenantId} and provider = ${provider}::text and ends_at is null returning id`);
  await tx.many(sql`
    delete from notice_secret where tenant_id = ${tx.tenantId} and id in (
      select id from notice_secret where tenant_id = ${tx.tenantId} and provider = ${provider}::text
      order by id desc offset ${MOST_FORMER}::int) returning id`);
  await tx.one(sql`
    insert into notice_secret (tenant_id, provider, secret_hash, sealed, made_at, to_register)
    values (${tx.tenantId}, ${provider}::text, ${secretHash(secret)},
      ${ours ? seal(sealFor(platform, tx.tenantId), secret) : null}::text, ${now}::timestamptz, ${ours}::boolean)
    returning id`);
  return secret;
}

/** The current secret for a bank where we register the address ourselves; created if there is none yet. */
export async function registeredSecret(
  platform: Platform,
  tenantId: number,
  provider: BankProvider,
): Promise<string> {
  const read = async (on: Runner = platform.db.tenant(tenantId)): Promise<string | undefined> => {
    const row = await on.one<{ sealed: string | null }>(sql`
      select sealed from notice_secret
      where tenant_id = ${tenantId} and provider = ${provider} and ends_at is null`);
    if (!row?.sealed) return undefined;
    try {
      return unseal(sealFor(platform, tenantId), row.sealed);
    } catch {
      // Sealed with a different key of the installation: the bank gets a new secret.
      return undefined;
    }
  };
  const known = await read();
  if (known) return known;
  return platform.db.write(tenantId, async (tx) => {
    // After waiting for the lock, use the secret that another request has created.
    await waitTurn(tx, provider);
    return (await read(tx)) ?? (await makeNoticeSecret(tx, platform, provider, SHARED_HOURS));
  });
}
