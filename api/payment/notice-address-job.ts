import { type BankProvider, moneyKind, type PaymentSettings } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import { forDueTenants } from '../platform/due.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { tenantById } from '../tenancy/hosts.ts';
import { noticeAddress } from './notice-addresses.ts';

type Institution = { code: string; payment: Partial<PaymentSettings> };

/** Registers an address with every account that an institution has at a bank. */
async function register(
  { ports }: Platform,
  tenantAlias: string,
  { code, payment }: Institution,
  provider: BankProvider,
  url: string,
): Promise<void> {
  if (moneyKind(provider) === 'slip') return ports.slip.account(tenantAlias, code)?.ensureWebhook(url);
  if (payment.pixKey) await ports.pix.account(tenantAlias, code)?.ensureWebhook(payment.pixKey, url);
  await ports.pix.recurrences(tenantAlias, code)?.ensureWebhooks(url);
}

/** Registers one new address with all accounts; false if any bank did not accept it. */
async function registerEverywhere(
  platform: Platform,
  tenantId: number,
  { id, provider }: { id: number; provider: BankProvider },
): Promise<boolean> {
  const { alias } = await tenantById(platform, tenantId);
  const url = await noticeAddress(platform, tenantId, provider);
  const institutions = await platform.db.tenant(tenantId).many<Institution>(sql`
    select code, payment from institution where tenant_id = ${tenantId} and retired_at is null order by id`);
  let missed = 0;
  for (const institution of institutions)
    await register(platform, alias, institution, provider, url).catch((error: Error) => {
      missed += 1;
      platform.log.warn(
        { tenant: alias, institution: institution.code, err: error },
        'notices not registered',
      );
    });
  if (missed > 0) return false;
  await platform.db.tenant(tenantId).one(sql`
    update notice_secret set to_register = false where tenant_id = ${tenantId} and id = ${id} returning id`);
  return true;
}

/**
 * Registers a bank's new notice address with all of its accounts, so that even accounts without a new charge stop using the old
 * one before it expires (spec 17.6).
 */
export const noticeAddressJob: Job = {
  name: 'notice-address',
  everyMs: 60_000,
  run: (platform) =>
    forDueTenants(platform, 'notice-address', async (tenantId) => {
      const waiting = await platform.db.tenant(tenantId).many<{ id: number; provider: BankProvider }>(sql`
        select id, provider from notice_secret where tenant_id = ${tenantId} and to_register order by id`);
      let done = 0;
      for (const one of waiting) if (await registerEverywhere(platform, tenantId, one)) done += 1;
      return done;
    }),
};
