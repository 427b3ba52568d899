import sql from 'sql-template-tag';
import { fail } from '../platform/http/errors.ts';
import type { Limit } from '../platform/http/limits.ts';
import { leaseEnd, underLease } from '../platform/lease.ts';
import type { Platform } from '../platform/platform.ts';
import { tenantByAlias } from '../tenancy/hosts.ts';
import { noticeReader } from './notice-readers.ts';
import { opensNotices } from './notice-secrets.ts';
import { isProviderFailure, lookUp } from './provider.ts';
import { namedTry } from './recurrence/card-store.ts';
import { handleRecurrenceNotice, readRecurrenceNotices, recurrenceHint } from './recurrence/notices.ts';
import { lookUpCycle } from './recurrence/scheduler.ts';
import { lookUpRefunds } from './returns.ts';

const REFUSED: Limit = { name: 'notices', max: 60, windowMs: 60_000 };
const LONGEST_WAIT_MS = 3600_000;
/** A notice whose charge cannot be looked up is dropped after this many attempts. */
const MOST_ATTEMPTS = 50;
/** Attempts, over about three hours, after which money that a webhook names and the provider does not show was never there. */
const MONEY_ATTEMPTS = 13;

export type IncomingNotice = {
  provider: string;
  tenantAlias: string;
  secret: string;
  body: unknown;
  ip: string;
  header(name: string): string | undefined;
};

/**
 * The tenant of a webhook. The caller is authenticated by the provider's own secret in the address and, if a proxy that
 * verifies client certificates is configured, by that proxy's header saying `SUCCESS`. Anyone else gets 401, or 429 above the
 * rate limit.
 */
async function tenantOf(platform: Platform, notice: IncomingNotice, known: boolean): Promise<number> {
  const tenant = await tenantByAlias(platform, notice.tenantAlias);
  const certificate = platform.config.webhookCertificateHeader;
  const trusted = !certificate || notice.header(certificate.toLowerCase()) === 'SUCCESS';
  const opens = tenant && trusted && known;
  if (opens && (await opensNotices(platform, tenant.id, notice.provider, notice.secret))) return tenant.id;
  platform.limits.take(REFUSED, { tenant: tenant?.id ?? null, address: notice.ip });
  return fail('UNAUTHENTICATED');
}

/** Stores a provider's webhook before it is processed (spec 17.2), so that the caller can answer 200 at once. */
export async function receiveNotice(platform: Platform, notice: IncomingNotice): Promise<void> {
  const reader = noticeReader(notice.provider);
  const tenantId = await tenantOf(platform, notice, reader !== undefined);
  const items = reader?.items(notice.body) ?? [];
  const named = [
    ...items.map(({ key, item }) => ({ key, body: item })),
    ...(notice.provider === 'pix' ? readRecurrenceNotices(notice.body) : []),
  ];
  // One statement cannot upsert a row twice, and a bank may repeat itself within one call.
  const rows = [...new Map(named.map((one) => [one.key, one])).values()];
  if (rows.length === 0) return;
  await platform.db.tenant(tenantId).many(sql`
    insert into provider_notice (tenant_id, provider, event_key, body, received_at, next_attempt_at)
    select ${tenantId}::bigint, ${notice.provider}::text, r->>'key', r->'body', ${platform.clock.now()}::timestamptz,
           ${new Date(platform.clock.wall())}::timestamptz
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as r
    on conflict (tenant_id, provider, event_key) do update
      set handled_at = null, attempts = 0, next_attempt_at = excluded.next_attempt_at
      where ${reader?.mayRepeat ?? false}::boolean and provider_notice.handled_at is not null
    returning id`);
  setImmediate(() => {
    handleNotices(platform, tenantId).catch((error) => platform.log.error({ err: error }, 'notices'));
  });
}

type Stored = { id: number; provider: string; body: unknown; attempts: number };

/** Looks up the authorisation, or its charge, that a webhook refers to. Returns false if it must be retried. */
async function handleRecurrence(platform: Platform, tenantId: number, { id, body, attempts }: Stored) {
  const hint = recurrenceHint.safeParse(body);
  if (!hint.success) return true;
  try {
    await handleRecurrenceNotice(platform, tenantId, hint.data);
    return true;
  } catch (error) {
    platform.log.warn({ notice: id, provider: isProviderFailure(error), err: error }, 'notice waits');
    return attempts >= MOST_ATTEMPTS;
  }
}

const claim = (platform: Platform, tenantId: number): Promise<Stored[]> => {
  const wall = new Date(platform.clock.wall());
  return platform.db.tenant(tenantId).many<Stored>(sql`
    update provider_notice set attempts = attempts + 1,
      next_attempt_at = ${leaseEnd(platform)}::timestamptz
    where tenant_id = ${tenantId} and id = any(array(
      select id from provider_notice where tenant_id = ${tenantId} and handled_at is null
        and next_attempt_at <= ${wall}::timestamptz order by next_attempt_at, id limit 20 for update skip locked))
    returning id, provider, body, attempts`);
};

/** Whether the money of a payment's webhook has been recorded. */
const hasMoney = async (platform: Platform, tenantId: number, paymentId: number, money: string) =>
  (await platform.db.tenant(tenantId).one(sql`
    select id from payment_event where tenant_id = ${tenantId} and payment_id = ${paymentId}
      and provider_event = ${money}::text`)) !== undefined;

/** Looks up the charge that a webhook refers to at the provider. Returns false if it must be retried. */
async function handle(platform: Platform, tenantId: number, stored: Stored): Promise<boolean> {
  const { provider, body, attempts } = stored;
  if (recurrenceHint.safeParse(body).success) return handleRecurrence(platform, tenantId, stored);
  const named = noticeReader(provider)?.named(body);
  if (!named?.reference && !named?.providerId) return true;
  const payment = await platform.db.tenant(tenantId).one<{ id: number }>(sql`
    select id from payment where tenant_id = ${tenantId} and txid = ${named.reference}::text
    union select id from payment where tenant_id = ${tenantId} and provider_id = ${named.providerId}::text
    limit 1`);
  const month = payment ? undefined : await namedTry(platform.db.tenant(tenantId), named);
  // Unknown or forged: no charge of this tenant has this identifier.
  if (!payment && !month) return true;
  try {
    if (payment) await lookUp(platform, tenantId, payment.id);
    if (payment && named.refund) await lookUpRefunds(platform, tenantId, { paymentId: payment.id });
    if (month) await lookUpCycle(platform, tenantId, month, month.reference);
    if (month && named.refund) await lookUpRefunds(platform, tenantId, { monthId: month.month_id });
    // A bank may show a Pix on its charge only some time after its webhook.
    if (!payment || named.money === undefined || attempts >= MONEY_ATTEMPTS) return true;
    return await hasMoney(platform, tenantId, payment.id, named.money);
  } catch (error) {
    platform.log.warn(
      { payment: payment?.id, month, provider: isProviderFailure(error), err: error },
      'notice waits',
    );
    return attempts >= MOST_ATTEMPTS;
  }
}

/** Processes a tenant's due webhooks; returns how many were completed. */
export async function handleNotices(platform: Platform, tenantId: number): Promise<number> {
  let done = 0;
  for (;;) {
    const due = await claim(platform, tenantId);
    const waiting = new Set(due.map(({ id }) => id));
    const keep = (until: Date) =>
      platform.db.tenant(tenantId).many(sql`
        update provider_notice set next_attempt_at = ${until}::timestamptz
        where tenant_id = ${tenantId} and id = any(${[...waiting]}::bigint[]) and handled_at is null returning id`);
    const work = async (notice: Stored) => {
      const handled = await handle(platform, tenantId, notice);
      const wait = Math.min(LONGEST_WAIT_MS, 1000 * 2 ** notice.attempts);
      await platform.db.tenant(tenantId).one(sql`
        update provider_notice set handled_at = ${handled ? platform.clock.now() : null}::timestamptz,
          next_attempt_at = ${new Date(platform.clock.wall() + wait)}::timestamptz
        where tenant_id = ${tenantId} and id = ${notice.id} returning id`);
      waiting.delete(notice.id);
      if (handled) done += 1;
    };
    await underLease(platform, keep, async () => {
      for (const notice of due) await work(notice);
    });
    if (due.length === 0) return done;
  }
}
