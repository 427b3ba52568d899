import { type ChargeState, isAnswerLate, PIX_METHODS } from '@orbita/domain/payment';
import type { SlipProvider } from '@orbita/domain/tenancy';
import sql, { type Sql } from 'sql-template-tag';
import { literals } from '../platform/database/literals.ts';
import { forDueTenants } from '../platform/due.ts';
import type { Job } from '../platform/jobs.ts';
import { leaseEnd } from '../platform/lease.ts';
import type { Platform } from '../platform/platform.ts';
import { OPEN_CHARGE } from '../subscription/state/open-charge.ts';
import { applyCharge } from './apply.ts';
import { handleNotices } from './notices.ts';
import { heldCharge, isGone, isProviderFailure, lookUp, removeCharge } from './provider.ts';
import { reconcileRefunds } from './returns.ts';
import { markUnanswered } from './unanswered.ts';

const BATCH = 200;
/** Number of tenants processed concurrently, so that one tenant's slow bank delays few others. */
const TENANTS = 4;
const DAY_MS = 24 * 3600_000;
/** An ended charge may still turn out to be paid; it is looked up for this long. */
const ENDED_MS = 3 * DAY_MS;
/** Banks report a slip two business days after it was paid, and there may be holidays in between. */
const ENDED_SLIP_MS = 10 * DAY_MS;

const BY_PIX = literals(PIX_METHODS);

/**
 * When to look up a card charge next: 2, 5, 15 and 60 seconds after its acquirer did not answer, then every five minutes for a
 * day (D-69), then hourly, because an unknown charge is never assumed to have failed.
 */
const nextCardLook = (platform: Platform): Sql => {
  const wall = platform.clock.wall();
  const after = (ms: number) => new Date(wall + ms);
  return sql`case
    when checks = 0 then ${after(3_000)}::timestamptz
    when checks = 1 then ${after(10_000)}::timestamptz
    when checks = 2 then ${after(45_000)}::timestamptz
    when created_at > ${new Date(platform.clock.now().getTime() - DAY_MS)}::timestamptz then ${after(300_000)}::timestamptz
    else ${after(3600_000)}::timestamptz end`;
};

type Due = {
  id: number;
  remove_at_provider: boolean;
  state: ChargeState;
  created_at: Date;
  expires_at: Date | null;
  slip_provider: SlipProvider | null;
  marked: boolean;
};

/** Whether the charge must be marked unless this lookup brings the answer. */
const isLate = (platform: Platform, { state, marked, ...of }: Due): boolean =>
  !marked &&
  isAnswerLate(
    { state, slipProvider: of.slip_provider, createdAt: of.created_at, expiresAt: of.expires_at },
    platform.clock.now(),
  );

/**
 * Claims charges to look up: open ones, recently ended ones, and those still to be removed at the provider. New charges are
 * claimed on every run, older ones at growing intervals.
 */
const claim = (platform: Platform, tenantId: number): Promise<Due[]> => {
  const wall = new Date(platform.clock.wall());
  const later = (ms: number) => new Date(wall.getTime() + ms);
  const since = (ms: number) => new Date(platform.clock.now().getTime() - ms);
  return platform.db.tenant(tenantId).many<Due>(sql`
    update payment set checks = checks + 1, next_check_at = case
      when method = 'credit-card' then ${nextCardLook(platform)}
      when checks < 20 then ${wall}::timestamptz
      when checks < 60 then ${later(60_000)}::timestamptz
      when checks < 120 then ${later(600_000)}::timestamptz
      else ${later(3600_000)}::timestamptz end
    where tenant_id = ${tenantId} and id = any(array(
      select id from payment where tenant_id = ${tenantId} and txid is not null
        and (next_check_at is null or next_check_at <= ${wall}::timestamptz)
        and (state in ${OPEN_CHARGE} or remove_at_provider
          or ((state in ('expired', 'cancelled') or (state = 'error' and method = 'credit-card'))
            and updated_at > case when method = 'slip' then ${since(ENDED_SLIP_MS)} else ${since(ENDED_MS)} end::timestamptz))
      order by next_check_at nulls first, id limit ${BATCH}::int for update skip locked))
    returning id, remove_at_provider, state, created_at, expires_at, attention @> '["unanswered"]'::jsonb as marked,
      (select b.provider from payment_slip b where b.tenant_id = payment.tenant_id and b.payment_id = payment.id) as slip_provider`);
};

/**
 * Removes an ended charge at the provider and applies the answer, because it may have been paid. Returns whether anything
 * changed.
 */
async function removeLate(platform: Platform, tenantId: number, paymentId: number): Promise<boolean> {
  const left = await (await heldCharge(platform, tenantId, paymentId)).at.remove();
  if (left && left.status !== 'paid' && !isGone(left)) return false;
  const changed = left ? await applyCharge(platform, tenantId, paymentId, left) : false;
  await platform.db.tenant(tenantId).one(sql`
    update payment set remove_at_provider = false where tenant_id = ${tenantId} and id = ${paymentId} returning id`);
  return changed;
}

/**
 * Runs one of several tasks; if a provider does not answer, only that task fails. Returns 1 if something changed, otherwise 0.
 */
async function attempt(platform: Platform, paymentId: number, work: () => Promise<boolean>): Promise<number> {
  try {
    return (await work()) ? 1 : 0;
  } catch (error) {
    const level = isProviderFailure(error) ? 'warn' : 'error';
    platform.log[level]({ payment: paymentId, err: error }, 'charge not reconciled');
    return 0;
  }
}

async function reconcile(platform: Platform, tenantId: number): Promise<number> {
  let changed = await handleNotices(platform, tenantId);
  for (const due of await claim(platform, tenantId)) {
    const { id, remove_at_provider: remove } = due;
    changed += await attempt(platform, id, () => (remove ? removeLate : lookUp)(platform, tenantId, id));
    if (isLate(platform, due)) await markUnanswered(platform, tenantId, id);
  }
  return changed + (await reconcileRefunds(platform, tenantId));
}

/**
 * Takes over the work of a crashed process: webhooks it was handling and charges it had begun to create. Also does the first
 * lookup of charges whose creation got no answer, because their candidates are waiting on the page.
 */
async function takeOver(platform: Platform, tenantId: number): Promise<number> {
  let done = await handleNotices(platform, tenantId);
  const begun = await platform.db.tenant(tenantId).many<{ id: number }>(sql`
    update payment set checks = checks + 1, next_check_at = case when method = 'credit-card' then ${nextCardLook(platform)}
      else ${leaseEnd(platform)}::timestamptz end
    where tenant_id = ${tenantId} and id = any(array(
      select id from payment where tenant_id = ${tenantId} and state in ('created', 'processing') and txid is not null
        and (checks = 0 or (method = 'credit-card' and checks < 4))
        and next_check_at <= ${new Date(platform.clock.wall())}::timestamptz
      order by id limit ${BATCH}::int for update skip locked)) returning id`);
  for (const { id } of begun) done += await attempt(platform, id, () => lookUp(platform, tenantId, id));
  return done;
}

export const takingOver: Job = {
  name: 'payment-take-over',
  everyMs: 2_000,
  run: (platform) =>
    forDueTenants(platform, 'payment-take-over', (tenantId) => takeOver(platform, tenantId), TENANTS),
};

/** Finds payments whose webhook was lost: looks up charges at their providers and retries unfinished webhooks. */
export const reconciliation: Job = {
  name: 'reconciliation',
  everyMs: 15_000,
  run: (platform) =>
    forDueTenants(platform, 'reconciliation', (tenantId) => reconcile(platform, tenantId), TENANTS),
};

/**
 * Ends expired Pix charges: each is removed at the provider, and if it turns out to be paid, the payment is applied instead.
 * Works page by page, so that charges whose provider does not answer do not block others.
 */
async function expireOf(platform: Platform, tenantId: number): Promise<number> {
  let ended = 0;
  for (let after = 0; ; ) {
    const over = await platform.db.tenant(tenantId).many<{ id: number }>(sql`
      with due as materialized (
        select id from payment where tenant_id = ${tenantId} and state in ${OPEN_CHARGE}
          and method in ${BY_PIX} and expires_at <= ${platform.clock.now()}::timestamptz)
      select id from due where id > ${after} order by id limit ${BATCH}::int`);
    for (const { id } of over) {
      const end = async () => (await removeCharge(platform, tenantId, id, 'expired')) !== undefined;
      ended += await attempt(platform, id, end);
    }
    const last = over.at(-1);
    if (!last || over.length < BATCH) return ended;
    after = last.id;
  }
}

export const chargeExpiry: Job = {
  name: 'charge-expiry',
  everyMs: 20_000,
  run: (platform) =>
    forDueTenants(platform, 'charge-expiry', (tenantId) => expireOf(platform, tenantId), TENANTS),
};
