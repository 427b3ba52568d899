import sql from 'sql-template-tag';
import type { House } from '../platform/house.ts';
import type { Job } from '../platform/jobs.ts';
import { leaseEnd } from '../platform/lease.ts';
import { applyCharge } from './apply.ts';
import { reconcileRefunds } from './give-back.ts';
import { handleNotices } from './notices.ts';
import { heldCharge, isProviderFailure, lookUp, removeCharge } from './provider.ts';

const BATCH = 200;
/** Ended charges may still turn out paid; they are asked about this long. */
const ENDED_MS = 3 * 24 * 3600_000;

type Due = { id: number; remove_at_provider: boolean };

/**
 * Charges to be asked about: at every run while they are young, then ever more seldom. What is open, what ended a short
 * while ago, and what the provider is still to be told about.
 */
const claim = (house: House, tenantId: number): Promise<Due[]> => {
  const wall = new Date(house.clock.wall());
  const later = (ms: number) => new Date(wall.getTime() + ms);
  const since = new Date(house.clock.now().getTime() - ENDED_MS);
  return house.db.tenant(tenantId).many<Due>(sql`
    update payment set checks = checks + 1, next_check_at = case
      when checks < 20 then ${wall}::timestamptz
      when checks < 60 then ${later(60_000)}::timestamptz
      else ${later(600_000)}::timestamptz end
    where tenant_id = ${tenantId} and id in (
      select id from payment where tenant_id = ${tenantId} and txid is not null
        and (next_check_at is null or next_check_at <= ${wall}::timestamptz)
        and (state in ('created', 'processing', 'pending') or remove_at_provider
          or (state in ('expired', 'cancelled') and updated_at > ${since}::timestamptz))
      order by next_check_at nulls first, id limit ${BATCH}::int for update skip locked)
    returning id, remove_at_provider`);
};

/** Tells the provider that a charge ended here; what it answers is applied, for it may have been paid. */
async function removeLate(house: House, tenantId: number, paymentId: number): Promise<boolean> {
  const { txid, gateway } = await heldCharge(house, tenantId, paymentId);
  const left = await gateway.remove(txid);
  if (left?.status === 'ATIVA' || left?.status === 'UNKNOWN') return false;
  const changed = left ? await applyCharge(house, tenantId, paymentId, left) : false;
  await house.db.tenant(tenantId).one(sql`
    update payment set remove_at_provider = false where tenant_id = ${tenantId} and id = ${paymentId} returning id`);
  return changed;
}

/** Runs one piece of work of many; a provider that does not answer stops nothing but that piece. */
async function attempt(house: House, paymentId: number, work: () => Promise<boolean>): Promise<number> {
  try {
    return (await work()) ? 1 : 0;
  } catch (error) {
    const level = isProviderFailure(error) ? 'warn' : 'error';
    house.log[level]({ payment: paymentId, err: error }, 'charge not reconciled');
    return 0;
  }
}

async function reconcile(house: House): Promise<number> {
  let changed = 0;
  for (const tenantId of await house.db.tenantIds()) {
    changed += await handleNotices(house, tenantId);
    for (const { id, remove_at_provider: remove } of await claim(house, tenantId)) {
      changed += await attempt(house, id, () => (remove ? removeLate : lookUp)(house, tenantId, id));
    }
    changed += await reconcileRefunds(house, tenantId);
  }
  return changed;
}

/** What a dead process left: notices it was handling, and charges it had begun to make. */
async function takeOver(house: House): Promise<number> {
  let done = 0;
  for (const tenantId of await house.db.tenantIds()) {
    done += await handleNotices(house, tenantId);
    const begun = await house.db.tenant(tenantId).many<{ id: number }>(sql`
      update payment set checks = checks + 1, next_check_at = ${leaseEnd(house)}::timestamptz
      where tenant_id = ${tenantId} and id in (
        select id from payment where tenant_id = ${tenantId} and state = 'created' and txid is not null and checks = 0
          and next_check_at <= ${new Date(house.clock.wall())}::timestamptz
        order by id limit ${BATCH}::int for update skip locked) returning id`);
    for (const { id } of begun) done += await attempt(house, id, () => lookUp(house, tenantId, id));
  }
  return done;
}

export const takingOver: Job = { name: 'payment-take-over', everyMs: 2_000, run: takeOver };

/** Finds what notices missed: asks providers about charges, works off notices that could not be handled. */
export const reconciliation: Job = { name: 'reconciliation', everyMs: 15_000, run: reconcile };

/** Page by page, so that charges nobody can be asked about hide no others. */
async function expireOf(house: House, tenantId: number): Promise<number> {
  let ended = 0;
  for (let after = 0; ; ) {
    const over = await house.db.tenant(tenantId).many<{ id: number }>(sql`
      select id from payment where tenant_id = ${tenantId} and state in ('created', 'processing', 'pending')
        and method = 'pix' and expires_at <= ${house.clock.now()}::timestamptz and id > ${after}
      order by id limit ${BATCH}::int`);
    for (const { id } of over) {
      const end = async () => (await removeCharge(house, tenantId, id, 'expired')) !== undefined;
      ended += await attempt(house, id, end);
    }
    const last = over.at(-1);
    if (!last || over.length < BATCH) return ended;
    after = last.id;
  }
}

/** Charges past their end: the provider is asked first, for the money may be there; unpaid ones are taken off. */
async function expireCharges(house: House): Promise<number> {
  let ended = 0;
  for (const tenantId of await house.db.tenantIds()) ended += await expireOf(house, tenantId);
  return ended;
}

export const chargeExpiry: Job = { name: 'charge-expiry', everyMs: 20_000, run: expireCharges };
