import { lastChargeDay, readCardBrand, softDescriptorOf } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Acquirer } from '../../platform/acquirer-port.ts';
import { leaseEnd, underLease } from '../../platform/lease.ts';
import type { Platform } from '../../platform/platform.ts';
import { ProviderUnavailable } from '../../platform/ports.ts';
import { customerOf } from '../payer.ts';
import { newTxid } from '../reference.ts';
import { failCycle } from './apply.ts';
import { applyCardCharge } from './card-apply.ts';
import { earlierTries, type NamedTry, type StoredCard, storedCard } from './card-store.ts';
import { attempt, BATCH, type Key, type Place, readCycle } from './place.ts';
import { cycleInPlan, lockRecurrence } from './store.ts';

/** Delay before retrying at an acquirer that certainly did nothing. */
const REST_MS = 3600_000;
/** A sale that its acquirer still does not know after this many lookups was never made (D-69). */
const MOST_LOOKS = 5;

type Held = { card: StoredCard; acquirer: Acquirer };

/** A stored card with its acquirer. @throws ProviderUnavailable when the institution no longer has an account there. */
async function held(platform: Platform, tenantId: number, recurrenceId: number): Promise<Held> {
  const card = await storedCard(platform.db.tenant(tenantId), recurrenceId);
  if (!card) throw new Error(`Recurrence ${recurrenceId} has no card`);
  const acquirer = platform.ports.acquirers.account(card.tenant_alias, card.institution_code, card.provider);
  if (!acquirer) throw new ProviderUnavailable(`No acquirer ${card.tenant_alias}/${card.institution_code}`);
  return { card, acquirer };
}

/**
 * Stores the reference of a charge before it is sent to the acquirer; of two processes only one succeeds. Returns undefined
 * otherwise.
 */
const mark = ({ platform, tenantId, today }: Place, { recurrence_id: of, number }: Key) =>
  platform.db.write(tenantId, async (tx) => {
    const recurrence = await lockRecurrence(tx, of);
    if (recurrence?.state !== 'approved') return undefined;
    return tx.one<{ txid: string }>(sql`
      update recurrence_cycle set state = 'asked', asked_day = ${today}::date,
        txid = ${newTxid()}::text, checks = 0, next_check_at = ${leaseEnd(platform)}::timestamptz,
        updated_at = ${platform.clock.now()}::timestamptz
      where tenant_id = ${tenantId} and recurrence_id = ${of} and number = ${number} and txid is null
        and state in ('planned', 'asked') returning txid`);
  });

/** Releases a month whose acquirer did nothing for the next attempt. */
const release = ({ platform, tenantId }: Place, { recurrence_id: of, number, reference }: NamedTry) =>
  platform.db.tenant(tenantId).many(sql`
    update recurrence_cycle set txid = null, next_check_at = ${new Date(platform.clock.wall() + REST_MS)}::timestamptz
    where tenant_id = ${tenantId} and recurrence_id = ${of} and number = ${number} and txid = ${reference}
      and state = 'asked' returning number`);

async function sell({ platform, tenantId }: Place, { card, acquirer }: Held, month: NamedTry) {
  const { settings } = card;
  const cycle = await cycleInPlan(platform.db.tenant(tenantId), month.recurrence_id, month.number);
  if (!cycle || !card.card_reference) throw new Error('No card was kept');
  const config = settings.acquirersConfig.find(({ provider }) => provider === card.provider);
  return acquirer.authoriseAndCapture({
    orderId: month.reference,
    amountCents: cycle.amount_cents,
    installments: 1,
    token: card.card_reference,
    brand: readCardBrand(card.brand),
    holderName: card.holder_name,
    holderDocument: null,
    softDescriptor: softDescriptorOf(config?.softDescriptor ?? settings.receiver?.name ?? ''),
    customer: await customerOf(platform, card),
    storedCredential: { networkId: card.network_id },
  });
}

/**
 * Charges the stored card for a month that is due, or marks the month as failed when it is too late. Returns whether its state
 * changed.
 */
async function charge(place: Place, key: Key): Promise<boolean> {
  const { platform, tenantId, today } = place;
  const on = platform.db.tenant(tenantId);
  const cycle = await readCycle(place, key);
  if (!cycle || cycle.txid !== null) return false;
  if (today > lastChargeDay({ dueDay: cycle.due_day, nextDueDay: cycle.next_due_day }))
    return failCycle(platform, tenantId, key, ({ txid }) => txid === null);
  const one = await held(platform, tenantId, key.recurrence_id);
  const { latest } = await earlierTries(on, key);
  // Check the previous attempt first: if the acquirer captured it after all, the month must not be charged again.
  if (latest !== null && (await lookUpCharge(platform, tenantId, { ...key, reference: latest }, one)))
    return true;
  const marked = await mark(place, key);
  if (!marked) return false;
  const month = { ...key, reference: marked.txid };
  const keep = (until: Date) =>
    on.many(sql`
      update recurrence_cycle set next_check_at = ${until}::timestamptz
      where tenant_id = ${tenantId} and txid = ${month.reference} and state = 'asked' returning number`);
  try {
    const sold = await underLease(platform, keep, () => sell(place, one, month));
    await applyCardCharge(platform, tenantId, month, sold, one.card.time_zone);
  } catch (error) {
    if (error instanceof ProviderUnavailable) await release(place, month);
    throw error;
  }
  return true;
}

/**
 * Looks up a charge of a month at its acquirer and applies its outcome. Returns whether the state of the month changed.
 * @throws when the acquirer does not answer.
 */
export async function lookUpCharge(
  platform: Platform,
  tenantId: number,
  month: NamedTry,
  given?: Held,
): Promise<boolean> {
  const { acquirer, card } = given ?? (await held(platform, tenantId, month.recurrence_id));
  const found = await acquirer.find(month.reference);
  if (found) return applyCardCharge(platform, tenantId, month, found, card.time_zone);
  const cycle = await cycleInPlan(platform.db.tenant(tenantId), month.recurrence_id, month.number);
  if (cycle?.txid !== month.reference || cycle.checks < MOST_LOOKS) return false;
  return applyCardCharge(platform, tenantId, month, null, card.time_zone);
}

/** Card months that are due and have no open charge. */
const dueMonths = ({ platform, tenantId, today }: Place) =>
  platform.db.tenant(tenantId).many<Key>(sql`
    select c.recurrence_id, c.number from recurrence_cycle c
    join recurrence r on r.tenant_id = c.tenant_id and r.id = c.recurrence_id
    where c.tenant_id = ${tenantId} and c.txid is null and c.state in ('planned', 'asked')
      and c.due_day <= ${today}::date and coalesce(c.retry_days->>-1, c.due_day::text) <= ${today}::text
      and (c.next_check_at is null or c.next_check_at <= ${new Date(platform.clock.wall())}::timestamptz)
      and r.state = 'approved' and r.method = 'credit-card'
    order by c.due_day, c.recurrence_id, c.number limit ${BATCH}::int`);

/** Charges the stored card of every month that is due. Returns how many months changed. */
export async function chargeCards(place: Place): Promise<number> {
  let done = 0;
  for (const key of await dueMonths(place))
    done += await attempt(place, { recurrence: key.recurrence_id, cycle: key.number }, () =>
      charge(place, key),
    );
  return done;
}
