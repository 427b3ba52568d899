import { isoInZone } from '@orbita/domain/foundation';
import { type BankProvider, MONEY_PROVIDERS, type MoneyProvider } from '@orbita/domain/tenancy';
import type { Answer } from '@orbita/protocol';
import type { Tx } from '../platform/database/types.ts';
import type { Tenant } from '../platform/http/context.ts';
import { type Platform, publicUrlOf } from '../platform/platform.ts';
import { tenantById } from '../tenancy/hosts.ts';
import { enteredBy, livingSecrets, makeNoticeSecret, registeredSecret } from './notice-secrets.ts';

type NoticeAddress = Answer<'GET /operations/tenants/{alias}/notice-addresses'>['data'][number];

const addressOf = (platform: Platform, alias: string, provider: MoneyProvider, secret: string): string =>
  `${publicUrlOf(platform)}/orbita/api/operations/webhooks/payments/${provider}/${alias}/${secret}`;

/**
 * The address at which a bank reports payments of a tenant, which we register ourselves; its last segment is an unguessable
 * secret.
 */
export async function noticeAddress(
  platform: Platform,
  tenantId: number,
  provider: BankProvider,
): Promise<string> {
  const { alias } = await tenantById(platform, tenantId);
  return addressOf(platform, alias, provider, await registeredSecret(platform, tenantId, provider));
}

/**
 * For each provider that sends notices: who registers its address, and when its current secrets were made, end and were last
 * used; never the secrets themselves.
 */
export async function noticeAddresses(
  platform: Platform,
  { id, timeZone }: Pick<Tenant, 'id' | 'timeZone'>,
): Promise<NoticeAddress[]> {
  const rows = await livingSecrets(platform.db.tenant(id), platform.clock.now());
  const shown = (at: Date | null) => at && isoInZone(at, timeZone);
  return MONEY_PROVIDERS.map((provider) => ({
    provider,
    enteredBy: enteredBy(provider),
    secrets: rows
      .filter((row) => row.provider === provider)
      .map(({ made_at: madeAt, ends_at: endsAt, last_used_at: lastUsedAt }) => ({
        madeAt: shown(madeAt),
        endsAt: shown(endsAt),
        lastUsedAt: shown(lastUsedAt),
      })),
  }));
}

/** Creates a new address for a provider and returns it this once; the old one stays valid for `overlapHours` more. */
export async function renewNoticeAddress(
  tx: Tx,
  platform: Platform,
  { alias, timeZone }: Pick<Tenant, 'alias' | 'timeZone'>,
  provider: MoneyProvider,
  overlapHours: number,
): Promise<Answer<'POST /operations/tenants/{alias}/notice-addresses/{provider}/rotation'>> {
  const secret = await makeNoticeSecret(tx, platform, provider, overlapHours);
  const rows = await livingSecrets(tx, platform.clock.now());
  const former = rows.find((row) => row.provider === provider && row.ends_at !== null)?.ends_at;
  return {
    provider,
    enteredBy: enteredBy(provider),
    address: addressOf(platform, alias, provider, secret),
    formerUntil: former ? isoInZone(former, timeZone) : null,
  };
}
