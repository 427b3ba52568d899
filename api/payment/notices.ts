import { createHash, timingSafeEqual } from 'node:crypto';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { House } from '../platform/house.ts';
import { fail } from '../platform/http/errors.ts';
import type { Limit } from '../platform/http/limits.ts';
import { leaseEnd, underLease } from '../platform/lease.ts';
import { tenantByAlias } from '../tenancy/index.ts';
import { lookUpRefunds } from './give-back.ts';
import { confirmPix, isProviderFailure } from './provider.ts';

const REFUSED: Limit = { name: 'notices', max: 60, windowMs: 60_000 };
const MOST_ITEMS = 1000;
const LONGEST_WAIT_MS = 3600_000;
/** Notices about charges nobody knows here are given up after this many looks. */
const MOST_ATTEMPTS = 50;

// API Pix posts many received Pix at once; fields beyond these are none of our business.
const received = z.object({
  endToEndId: z.string().regex(/^[A-Za-z0-9]{1,40}$/),
  txid: z
    .string()
    .regex(/^[A-Za-z0-9]{1,35}$/)
    .optional(),
  devolucoes: z.array(z.object({ id: z.string(), status: z.string() })).optional(),
});
const pixNotice = z.object({ pix: z.array(z.unknown()).max(MOST_ITEMS) });

export type IncomingNotice = {
  provider: string;
  tenantAlias: string;
  secret: string;
  body: unknown;
  ip: string;
  header(name: string): string | undefined;
};

const same = (a: string, b: string): boolean => {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
};

/**
 * Who may notify: the provider whose client certificate the proxy in front verified, where such a proxy is configured
 * (its header says `SUCCESS`), and always who knows the secret of the address. Anybody else: 401, and 429 for a flood.
 */
async function tenantOf(house: House, notice: IncomingNotice): Promise<number> {
  const tenant = await tenantByAlias(house, notice.tenantAlias);
  const certificate = house.config.webhookCertificateHeader;
  const trusted = !certificate || notice.header(certificate.toLowerCase()) === 'SUCCESS';
  if (tenant && trusted && notice.provider === 'pix' && same(tenant.webhookSecret, notice.secret))
    return tenant.id;
  house.limits.take(REFUSED, { tenant: tenant?.id ?? null, address: notice.ip });
  return fail('UNAUTHENTICATED');
}

type Item = z.output<typeof received>;

/** One key per thing told: a refund is told as the same Pix with more in it. */
const keyOf = ({ endToEndId, devolucoes = [] }: Item): string =>
  [endToEndId, ...devolucoes.map(({ id, status }) => `${id}=${status}`)].join(':').slice(0, 400);

/** Stores what a provider tells, before anything is done with it (spec 17.2). The caller answers 200 at once. */
export async function receiveNotice(house: House, notice: IncomingNotice): Promise<void> {
  const tenantId = await tenantOf(house, notice);
  const read = pixNotice.safeParse(notice.body);
  const items = (read.data?.pix ?? []).flatMap((one) => received.safeParse(one).data ?? []);
  if (items.length === 0) return;
  const rows = items.map((item) => ({ key: keyOf(item), body: item }));
  await house.db.tenant(tenantId).many(sql`
    insert into provider_notice (tenant_id, provider, event_key, body, received_at, next_attempt_at)
    select ${tenantId}::bigint, 'pix', r->>'key', r->'body', ${house.clock.now()}::timestamptz,
           ${new Date(house.clock.wall())}::timestamptz
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as r
    on conflict (tenant_id, provider, event_key) do nothing returning id`);
  setImmediate(() => {
    handleNotices(house, tenantId).catch((error) => house.log.error({ err: error }, 'notices'));
  });
}

type Stored = { id: number; body: Item; attempts: number };

const claim = (house: House, tenantId: number): Promise<Stored[]> => {
  const wall = new Date(house.clock.wall());
  return house.db.tenant(tenantId).many<Stored>(sql`
    update provider_notice set attempts = attempts + 1,
      next_attempt_at = ${leaseEnd(house)}::timestamptz
    where tenant_id = ${tenantId} and id in (
      select id from provider_notice where tenant_id = ${tenantId} and handled_at is null
        and next_attempt_at <= ${wall}::timestamptz order by id limit 20 for update skip locked)
    returning id, body, attempts`);
};

/** Asks the provider about the charge a notice names. False: to be tried again. */
async function handle(house: House, tenantId: number, { body, attempts }: Stored): Promise<boolean> {
  if (!body.txid) return true;
  const payment = await house.db.tenant(tenantId).one<{ id: number }>(sql`
    select id from payment where tenant_id = ${tenantId} and txid = ${body.txid}`);
  // Not ours, or a forgery: no payment of this tenant has that identifier.
  if (!payment) return true;
  try {
    await confirmPix(house, tenantId, payment.id);
    if (body.devolucoes?.length) await lookUpRefunds(house, tenantId, payment.id);
    return true;
  } catch (error) {
    house.log.warn({ payment: payment.id, provider: isProviderFailure(error), err: error }, 'notice waits');
    return attempts >= MOST_ATTEMPTS;
  }
}

/** Works off the notices of a tenant that are due; answers how many are done. */
export async function handleNotices(house: House, tenantId: number): Promise<number> {
  let done = 0;
  for (;;) {
    const due = await claim(house, tenantId);
    const waiting = new Set(due.map(({ id }) => id));
    const keep = (until: Date) =>
      house.db.tenant(tenantId).many(sql`
        update provider_notice set next_attempt_at = ${until}::timestamptz
        where tenant_id = ${tenantId} and id = any(${[...waiting]}::bigint[]) and handled_at is null returning id`);
    const work = async (notice: Stored) => {
      const handled = await handle(house, tenantId, notice);
      const wait = Math.min(LONGEST_WAIT_MS, 1000 * 2 ** notice.attempts);
      await house.db.tenant(tenantId).one(sql`
        update provider_notice set handled_at = ${handled ? house.clock.now() : null}::timestamptz,
          next_attempt_at = ${new Date(house.clock.wall() + wait)}::timestamptz
        where tenant_id = ${tenantId} and id = ${notice.id} returning id`);
      waiting.delete(notice.id);
      if (handled) done += 1;
    };
    await underLease(house, keep, async () => {
      for (const notice of due) await work(notice);
    });
    if (due.length === 0) return done;
  }
}
