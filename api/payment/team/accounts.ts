import { createHash } from 'node:crypto';
import { isoInZone } from '@orbita/domain/foundation';
import {
  type AcquirerProvider,
  DEFAULT_PAYMENT_SETTINGS,
  type PaymentSettings,
} from '@orbita/domain/tenancy';
import type { Answer } from '@orbita/protocol';
import sql from 'sql-template-tag';
import type { Runner } from '../../platform/database/types.ts';
import type { ServiceContext, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { maySee } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';

/** Accounts that receive money; those for sending messages are not part of the payment settings. */
type AccountProvider = 'pix' | 'slip' | AcquirerProvider;
type Account = { provider: AccountProvider; hash: string };

const hashOf = (settings: unknown): string =>
  createHash('sha256').update(JSON.stringify(settings)).digest('hex');

/** Accounts named in the settings, each with a hash that shows whether it changed since it was last tested. */
export function accountsOf(given: Partial<PaymentSettings>): Account[] {
  const { pixKey, receiver, slipAgreement, slipProvider, cnab, acquirersConfig } = {
    ...DEFAULT_PAYMENT_SETTINGS,
    ...given,
  };
  return [
    ...(pixKey && receiver ? [{ provider: 'pix' as const, hash: hashOf([pixKey, receiver]) }] : []),
    ...(slipAgreement
      ? [{ provider: 'slip' as const, hash: hashOf([slipProvider, slipAgreement, cnab]) }]
      : []),
    ...acquirersConfig.map((one) => ({ provider: one.provider, hash: hashOf(one) })),
  ];
}

type Row = {
  payment: Partial<PaymentSettings>;
  checks: { provider: string; at: string; by: string; ok: boolean; words: string | null; hash: string }[];
};
type Listed = Answer<'GET /operations/provider-checks'>[number];
type Tried = Omit<Listed, 'certificateUntil'>;

/** Accounts of the given institutions (null means all), each with the result of its last test. */
async function triedAccounts(
  on: Runner,
  tenant: Pick<Tenant, 'id'>,
  codes: readonly string[] | null,
): Promise<Tried[]> {
  const rows = await on.many<Row>(sql`
    select i.payment, coalesce((
      select jsonb_agg(jsonb_build_object('provider', c.provider, 'at', c.at, 'by', c.checked_by, 'ok', c.ok,
        'words', c.words, 'hash', c.account_hash))
      from provider_check c where c.tenant_id = i.tenant_id and c.institution_id = i.id), '[]'::jsonb) as checks
    from institution i where i.tenant_id = ${tenant.id} and i.retired_at is null
      and (${codes}::text[] is null or i.code = any(${codes}::text[])) order by i.id`);
  return rows.flatMap(({ payment, checks }) =>
    accountsOf(payment).map(({ provider, hash }) => {
      const last = checks.find((one) => one.provider === provider);
      return {
        provider,
        checkedAt: last?.at ?? null,
        checkedBy: last?.by ?? null,
        ok: last?.ok ?? null,
        words: last?.words ?? null,
        changedSince: last !== undefined && last.hash !== hash,
      };
    }),
  );
}

/** When our certificate for an account expires; undefined without one, or without a usable one, which a test of the account shows. */
export async function certificateUntil(
  { ports }: Pick<Platform, 'ports'>,
  { alias }: Pick<Tenant, 'alias'>,
  institution: string,
  provider: string,
): Promise<Date | undefined> {
  const account = { pix: ports.pix, slip: ports.slip }[provider]?.account(alias, institution);
  return account?.certificateUntil().catch(() => undefined);
}

/**
 * Accounts of an institution, each with the result of its last test. Fails with 422 for an institution outside the caller's
 * reach.
 */
export async function listAccounts(
  { platform, tenant, service }: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  institution: string,
): Promise<Listed[]> {
  if (!maySee(service, institution)) fail('INSTITUTION_UNKNOWN');
  const accounts = await triedAccounts(platform.db.tenant(tenant.id), tenant, [institution]);
  return Promise.all(
    accounts.map(async (one) => {
      const until = await certificateUntil(platform, tenant, institution, one.provider);
      return {
        ...one,
        checkedAt: one.checkedAt && isoInZone(new Date(one.checkedAt), tenant.timeZone),
        certificateUntil: until ? isoInZone(until, tenant.timeZone) : null,
      };
    }),
  );
}

/**
 * Whether an account of these institutions is known to work: its current settings passed a test, or money was received through
 * a provider, which proves more than any test. `codes` null means all institutions.
 */
export async function hasProvenAccount(
  on: Runner,
  tenant: Pick<Tenant, 'id'>,
  codes: readonly string[] | null,
): Promise<boolean> {
  const accounts = await triedAccounts(on, tenant, codes);
  if (accounts.some(({ ok, changedSince }) => ok === true && !changedSince)) return true;
  if (accounts.length === 0) return false;
  const paid = await on.one(sql`
    select 1 from institution i where i.tenant_id = ${tenant.id}
      and (${codes}::text[] is null or i.code = any(${codes}::text[]))
      and exists (select from payment y where y.tenant_id = i.tenant_id and y.institution_id = i.id
        and y.paid_at is not null and y.method not in ('manual', 'waived')) limit 1`);
  return paid !== undefined;
}

type Result = { institutionId: number; provider: string; hash: string; at: Date; by: string };

/** Stores the result of a test; of two concurrent ones, the one that started later. */
export async function keepCheck(
  on: Runner,
  { institutionId, provider, hash, at, by }: Result,
  failed: string | undefined,
): Promise<void> {
  await on.many(sql`
    insert into provider_check as c (tenant_id, institution_id, provider, at, checked_by, ok, words, account_hash)
    values (${on.tenantId}, ${institutionId}, ${provider}, ${at}::timestamptz, ${by}, ${failed === undefined},
      ${failed?.slice(0, MOST_WORDS) ?? null}::text, ${hash})
    on conflict (tenant_id, institution_id, provider) do update set at = excluded.at,
      checked_by = excluded.checked_by, ok = excluded.ok, words = excluded.words, account_hash = excluded.account_hash
    where c.at <= excluded.at returning 1`);
}

/** Maximum length of the provider's message that is stored; a whole page would say nothing more. */
const MOST_WORDS = 500;
