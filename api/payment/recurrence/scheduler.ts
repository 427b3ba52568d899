import { addDays, dayInZone } from '@orbita/domain/foundation';
import { ASK_FROM_DAYS, askPlan, askWindow, pixRetryDay } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { forDueTenants } from '../../platform/due.ts';
import type { Job } from '../../platform/jobs.ts';
import { leaseEnd } from '../../platform/lease.ts';
import type { PixCycleCharge } from '../../platform/pix-recurrence-port.ts';
import type { Platform } from '../../platform/platform.ts';
import { tenantById } from '../../tenancy/hosts.ts';
import { newTxid } from '../reference.ts';
import { applyCycle, failCycle, hasOpenAttempt } from './apply.ts';
import { chargeCards, lookUpCharge } from './card-scheduler.ts';
import { attempt, BATCH, type Key, type Place, readCycle } from './place.ts';
import { cancelRecurrenceAtProvider, heldRecurrence, lookUpRecurrence } from './provider.ts';
import { type CycleInPlan, LIVE_RECURRENCE, lockRecurrence } from './store.ts';

const daysOf = ({ asked_day: asked, due_day: due, next_due_day: next }: CycleInPlan) => ({
  dueDay: asked ?? due,
  nextDueDay: next,
});

/**
 * Marks a cycle as requested, with the reference and day of its charge, before it is sent to the bank; of two processes only
 * one succeeds. Returns undefined when there is nothing left to request.
 */
const mark = ({ platform, tenantId }: Place, { recurrence_id: of, number }: Key, day: string) =>
  platform.db.write(tenantId, async (tx) => {
    const recurrence = await lockRecurrence(tx, of);
    if (recurrence?.state !== 'approved') return undefined;
    return tx.one(sql`
      update recurrence_cycle set state = 'asked', asked_day = ${day}::date,
        txid = coalesce(txid, ${newTxid()}::text), checks = 0,
        next_check_at = ${leaseEnd(platform)}::timestamptz, updated_at = ${platform.clock.now()}::timestamptz
      where tenant_id = ${tenantId} and recurrence_id = ${of} and number = ${number} and state in ('planned', 'asked')
        and (state = 'planned' or asked_day < ${day}::date) returning number`);
  });

/** Creates the charge with its stored reference and day, so that repeating the request has no further effect. */
async function putCharge({ platform, tenantId }: Place, cycle: CycleInPlan): Promise<PixCycleCharge> {
  const { row, gateway } = await heldRecurrence(platform, tenantId, cycle.recurrence_id);
  if (!row.provider_id || !cycle.txid || !cycle.asked_day) throw new Error('The cycle was not asked for');
  return gateway.createCharge({
    txid: cycle.txid,
    idRec: row.provider_id,
    dueDay: cycle.asked_day,
    amountCents: cycle.amount_cents,
    note: `Mensalidade ${cycle.number} da inscrição ${row.subscription_id}`,
  });
}

/**
 * Requests the charge of a due cycle from the bank, or marks the cycle as failed when it is too late. Returns whether its state
 * changed.
 */
async function ask(place: Place, key: Key): Promise<boolean> {
  const cycle = await readCycle(place, key);
  if (!cycle || (cycle.state !== 'planned' && cycle.state !== 'asked')) return false;
  const plan = askPlan(place.today, { dueDay: cycle.due_day, nextDueDay: cycle.next_due_day });
  if (plan.do === 'wait') return false;
  if (plan.do === 'give-up') return failCycle(place.platform, place.tenantId, key);
  if (!(await mark(place, key, plan.day))) return false;
  const marked = await readCycle(place, key);
  if (marked) await applyCycle(place.platform, place.tenantId, key, await putCharge(place, marked));
  return true;
}

/**
 * Looks up the charge of a cycle and applies its state. A failed charge is retried on another day while that is allowed, then
 * the cycle has failed permanently; a charge the bank does not know is requested again. `reference` is our reference of the
 * charge, needed for card months, which may have had several. Returns whether its state changed.
 * @throws when the provider does not answer.
 */
export async function lookUpCycle(
  platform: Platform,
  tenantId: number,
  key: Key,
  reference?: string,
): Promise<boolean> {
  const { timeZone } = await tenantById(platform, tenantId);
  const card = await platform.db.tenant(tenantId).one(sql`
    select id from recurrence where tenant_id = ${tenantId} and id = ${key.recurrence_id} and method = 'credit-card'`);
  if (card && reference !== undefined) return lookUpCharge(platform, tenantId, { ...key, reference });
  return lookUp({ platform, tenantId, today: dayInZone(platform.clock.now(), timeZone) }, key);
}

async function lookUp(place: Place, key: Key): Promise<boolean> {
  const { platform, tenantId, today } = place;
  const cycle = await readCycle(place, key);
  if (!cycle?.txid) return false;
  const { gateway } = await heldRecurrence(platform, tenantId, key.recurrence_id);
  const found = await gateway.findCharge(cycle.txid);
  if (!found) return askAgain(place, cycle);
  const waits = found.status === 'ATIVA' && !hasOpenAttempt(found) && found.received.length === 0;
  if (!waits || cycle.state === 'cancelled') return applyCycle(platform, tenantId, key, found);
  const tried = found.attempts.filter(({ extra }) => extra).map(({ day }) => day);
  const day = pixRetryDay(today, tried, daysOf(cycle));
  if (day === undefined) return applyCycle(platform, tenantId, key, found, 'failed');
  const after = await gateway.retryCharge(cycle.txid, day);
  return applyCycle(platform, tenantId, key, after ?? found);
}

/**
 * The bank does not know the charge: it is created again under the same reference, for a later day if its own is now too close.
 */
async function askAgain(place: Place, cycle: CycleInPlan): Promise<boolean> {
  if (cycle.state !== 'asked') return false;
  const { asked_day: day } = cycle;
  if (day === null || place.today > askWindow(day).until) return ask(place, cycle);
  return applyCycle(place.platform, place.tenantId, cycle, await putCharge(place, cycle));
}

/** Looks up the open charge of a month at the bank or acquirer. */
const lookUpOpen = async (place: Place, { reference, ...key }: Due): Promise<boolean> =>
  reference === null
    ? lookUp(place, key)
    : lookUpCharge(place.platform, place.tenantId, { ...key, reference });

/** Cancels at the bank a charge whose authorisation ended here, and applies the answer, because it may have been paid. */
async function cancelCharge({ platform, tenantId, ...place }: Place, key: Key): Promise<boolean> {
  const cycle = await readCycle({ platform, tenantId, ...place }, key);
  if (!cycle?.txid) return false;
  const { gateway } = await heldRecurrence(platform, tenantId, key.recurrence_id);
  const left = await gateway.cancelCharge(cycle.txid);
  if (left) return applyCycle(platform, tenantId, key, left);
  await platform.db.tenant(tenantId).many(sql`
    update recurrence_cycle set cancel_at_provider = false
    where tenant_id = ${tenantId} and recurrence_id = ${key.recurrence_id} and number = ${key.number} returning number`);
  return false;
}

/** When to ask the provider next: on every run while new, then hourly; its webhooks arrive sooner. */
const nextCheck = (platform: Platform) => {
  const hour = new Date(platform.clock.wall() + 3_600_000);
  return sql`checks = checks + 1, next_check_at = case when checks < 10 then ${leaseEnd(platform)}::timestamptz
    else ${hour}::timestamptz end`;
};

const dueRecurrences = ({ platform, tenantId }: Place) =>
  platform.db.tenant(tenantId).many<{ id: number; cancel_at_provider: boolean }>(sql`
    update recurrence set ${nextCheck(platform)}
    where tenant_id = ${tenantId} and id = any(array(
      select id from recurrence where tenant_id = ${tenantId} and (state in ${LIVE_RECURRENCE} or cancel_at_provider)
        and method = 'automatic-pix'
        and (next_check_at is null or next_check_at <= ${new Date(platform.clock.wall())}::timestamptz)
      order by next_check_at nulls first limit ${BATCH}::int for update skip locked))
    returning id, cancel_at_provider`);

/** A month with an open charge; `reference` is our reference of a card charge, null for one at a bank. */
type Due = Key & { cancel_at_provider: boolean; reference: string | null };

const dueCycles = ({ platform, tenantId }: Place) =>
  platform.db.tenant(tenantId).many<Due>(sql`
    update recurrence_cycle c set ${nextCheck(platform)}
    where c.tenant_id = ${tenantId} and (c.recurrence_id, c.number) in (
      select o.recurrence_id, o.number from recurrence_cycle o where o.tenant_id = ${tenantId} and o.txid is not null
        and (o.state in ('asked', 'scheduled') or o.cancel_at_provider)
        and (o.next_check_at is null or o.next_check_at <= ${new Date(platform.clock.wall())}::timestamptz)
      order by o.next_check_at nulls first limit ${BATCH}::int for update skip locked)
    returning recurrence_id, number, cancel_at_provider, (select c.txid from recurrence r
      where r.tenant_id = c.tenant_id and r.id = c.recurrence_id and r.method = 'credit-card') as reference`);

/** Planned cycles whose due day is near; those without an approved authorisation are left out. */
const nearCycles = ({ platform, tenantId, today }: Place) =>
  platform.db.tenant(tenantId).many<Key>(sql`
    select c.recurrence_id, c.number from recurrence_cycle c
    join recurrence r on r.tenant_id = c.tenant_id and r.id = c.recurrence_id
    where c.tenant_id = ${tenantId} and c.state = 'planned' and c.due_day <= ${addDays(today, ASK_FROM_DAYS)}::date
      and r.state = 'approved' and r.method = 'automatic-pix'
    order by c.due_day, c.recurrence_id, c.number limit ${BATCH}::int`);

async function runFor(place: Place): Promise<number> {
  const { platform, tenantId } = place;
  let done = 0;
  for (const { id, cancel_at_provider: cancel } of await dueRecurrences(place))
    done += await attempt(place, { recurrence: id }, () =>
      (cancel ? cancelRecurrenceAtProvider : lookUpRecurrence)(platform, tenantId, id),
    );
  for (const key of await nearCycles(place))
    done += await attempt(place, { recurrence: key.recurrence_id, cycle: key.number }, () => ask(place, key));
  done += await chargeCards(place);
  for (const key of await dueCycles(place))
    done += await attempt(place, { recurrence: key.recurrence_id, cycle: key.number }, () =>
      key.cancel_at_provider && key.reference === null ? cancelCharge(place, key) : lookUpOpen(place, key),
    );
  return done;
}

/**
 * Charges the later instalments (D-70). Automatic Pix: looks up authorisations, requests each cycle's charge once, 10 to 2 days
 * ahead, follows the charges, has failed ones retried, and cancels at the bank what ended here. Card: charges the stored card
 * on the due day and on days 1, 3 and 7 after it, and looks up charges in an unknown state.
 */
export const recurrenceJob: Job = {
  name: 'recurrence',
  everyMs: 60_000,
  run: (platform) =>
    forDueTenants(platform, 'recurrence', async (tenantId) => {
      const { timeZone } = await tenantById(platform, tenantId);
      return runFor({ platform, tenantId, today: dayInZone(platform.clock.now(), timeZone) });
    }),
};
