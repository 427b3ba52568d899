import type { RefundState } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { leaseEnd, underLease } from '../platform/lease.ts';
import type { Platform } from '../platform/platform.ts';
import { ProviderUnavailable } from '../platform/ports.ts';
import { lockSubscription } from '../subscription/move.ts';
import { finish, REFUND, type RefundRow } from './give-back.ts';
import { isProviderFailure } from './provider.ts';
import type { MoneyOf } from './refundable.ts';
import { type Taken, takenBy } from './taken.ts';

const LATEST_CHECK_MS = 3_600_000;
const BATCH = 100;
/** How many lookups must fail to find an unanswered card refund before it is requested again. */
const LOOKS_BEFORE_REPEAT = 3;

/** A provider's report on a refund; `open` means to look again. */
type Outcome = { state: 'done' | 'failed' | 'open'; reason: string | null };

const OPEN: Outcome = { state: 'open', reason: null };
const DONE: Outcome = { state: 'done', reason: null };

/** Updates a refund to the state the provider reports. Returns whether anything changed. */
const applyReturn = (
  platform: Platform,
  tenantId: number,
  refund: RefundRow,
  { subscriptionId }: Taken,
  { state, reason }: Outcome,
): Promise<boolean> =>
  platform.db.write(tenantId, async (tx) => {
    if (state === 'open') return false;
    await lockSubscription(tx, subscriptionId);
    const now = await tx.one<RefundRow>(sql`
      select ${REFUND} from refund where tenant_id = ${tenantId} and id = ${refund.id} for update`);
    if (!now || now.state === 'done' || now.state === 'failed') return false;
    await finish(tx, platform, now, state, reason);
    return true;
  });

/** Records that a refund is about to be sent, so that after a crash the next run looks it up first. */
const noteSent = (platform: Platform, tenantId: number, id: number): Promise<unknown> =>
  platform.db.tenant(tenantId).one(sql`
    update refund set state = 'processing' where tenant_id = ${tenantId} and id = ${id} and state = 'requested'
    returning id`);

/** Refunds Pix money under our own return id, which the bank executes only once. */
async function returnPix(
  platform: Platform,
  tenantId: number,
  { alias, code, subscriptionId }: Taken,
  { id: refundId, end_to_end_id: endToEndId, return_id: id, amount_cents: amountCents, state }: RefundRow,
): Promise<Outcome> {
  if (endToEndId === null || id === null) return OPEN;
  const gateway = platform.ports.pix.account(alias, code);
  if (!gateway) throw new ProviderUnavailable(`No provider account ${alias}/${code}`);
  let known = state === 'processing' ? await gateway.findReturn(endToEndId, id) : undefined;
  if (!known) {
    await noteSent(platform, tenantId, refundId);
    const note = `Devolução da inscrição ${subscriptionId}`;
    known = await gateway.giveBack({ endToEndId, id, amountCents, note });
  }
  if (known.status === 'DEVOLVIDO') return DONE;
  return known.status === 'NAO_REALIZADO' ? { state: 'failed', reason: known.reason } : OPEN;
}

/** SQL condition: refunds of the same payment, or of the same charge of a month. */
const OF_THE_SAME = sql`d.tenant_id = r.tenant_id and d.end_to_end_id = r.end_to_end_id
  and (d.payment_id = r.payment_id or d.month_id = r.month_id)`;

/**
 * Claims a card refund for one process, provided no earlier refund of the same charge is pending, and records how much had been
 * refunded by then. Undefined if it cannot be claimed now.
 */
const claim = (platform: Platform, tenantId: number, { id }: RefundRow) =>
  platform.db.tenant(tenantId).one<{ before: number }>(sql`
    update refund r set state = 'processing', lease_until = ${leaseEnd(platform)}::timestamptz,
      refunded_before_cents = coalesce(r.refunded_before_cents, (
        select coalesce(sum(d.amount_cents), 0)::bigint from refund d where ${OF_THE_SAME} and d.state = 'done'))
    where r.tenant_id = ${tenantId} and r.id = ${id} and r.state in ('requested', 'processing')
      and (r.lease_until is null or r.lease_until <= ${new Date(platform.clock.wall())}::timestamptz)
      and not exists (select from refund d where ${OF_THE_SAME} and d.id < r.id
        and d.state in ('requested', 'processing'))
    returning r.refunded_before_cents as before`);

/**
 * An acquirer has no return id of ours. So it is told how much was refunded before, and a refund whose answer was lost is
 * looked up several times before it is requested again.
 */
async function returnByCard(
  platform: Platform,
  tenantId: number,
  { alias, code, card }: Taken,
  refund: RefundRow,
): Promise<Outcome> {
  const acquirer = card && platform.ports.acquirers.account(alias, code, card.provider);
  if (!acquirer) throw new ProviderUnavailable(`No acquirer ${alias}/${code}`);
  const { orderId } = card;
  const held = await claim(platform, tenantId, refund);
  if (!held) return OPEN;
  const keep = (until: Date) =>
    platform.db.tenant(tenantId).many(sql`
      update refund set lease_until = ${until}::timestamptz where tenant_id = ${tenantId} and id = ${refund.id}
      returning id`);
  return underLease(platform, keep, async () => {
    if (refund.state === 'processing') {
      const found = await acquirer.find(orderId);
      if (found && found.refundedCents >= held.before + refund.amount_cents) return DONE;
      if (refund.checks < LOOKS_BEFORE_REPEAT) return OPEN;
    }
    const order = { orderId, amountCents: refund.amount_cents, refundedBeforeCents: held.before };
    const { status, reason } = await acquirer.refund(order);
    if (status === 'DONE') return DONE;
    return status === 'REFUSED' ? { state: 'failed', reason } : OPEN;
  });
}

/** Requests one refund at the provider, or looks up its state, and applies the answer. Returns whether anything changed. */
async function pursue(platform: Platform, tenantId: number, refund: RefundRow): Promise<boolean> {
  if (refund.return_id === null) return false;
  const taken = await takenBy(platform.db.tenant(tenantId), refund);
  if (!taken) return false;
  const way = taken.card ? returnByCard : returnPix;
  return applyReturn(platform, tenantId, refund, taken, await way(platform, tenantId, taken, refund));
}

/**
 * Processes refunds one by one; those whose provider does not answer are left to the reconciliation. Returns how many changed.
 */
async function pursueAll(platform: Platform, tenantId: number, rows: readonly RefundRow[]): Promise<number> {
  let changed = 0;
  for (const row of rows) {
    try {
      if (await pursue(platform, tenantId, row)) changed += 1;
    } catch (error) {
      const level = isProviderFailure(error) ? 'warn' : 'error';
      platform.log[level]({ refund: row.id, err: error }, 'refund waits');
    }
  }
  return changed;
}

/** Sends the recorded refunds to their providers, outside any transaction; returns their states afterwards. */
export async function sendRefunds(
  platform: Platform,
  tenantId: number,
  ids: readonly number[],
): Promise<RefundState[]> {
  const on = platform.db.tenant(tenantId);
  const read = () =>
    on.many<RefundRow>(sql`
      select ${REFUND} from refund
      where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) order by id`);
  const open = (await read()).filter(({ state }) => state === 'requested' || state === 'processing');
  await pursueAll(platform, tenantId, open);
  return (await read()).map(({ state }) => state);
}

/** Runs `sendRefunds` in the background. */
export function sendLater(platform: Platform, tenantId: number, rows: readonly RefundRow[]): void {
  if (rows.length === 0) return;
  setImmediate(() => {
    sendRefunds(
      platform,
      tenantId,
      rows.map(({ id }) => id),
    ).catch((error) => platform.log.error({ err: error }, 'refunds'));
  });
}

/**
 * Looks up the pending refunds of a payment or month because a webhook mentioned them.
 * @throws when the provider does not answer.
 */
export async function lookUpRefunds(platform: Platform, tenantId: number, of: MoneyOf): Promise<void> {
  const those = 'paymentId' in of ? sql`payment_id = ${of.paymentId}` : sql`month_id = ${of.monthId}`;
  const open = await platform.db.tenant(tenantId).many<RefundRow>(sql`
    select ${REFUND} from refund
    where tenant_id = ${tenantId} and ${those} and state in ('requested', 'processing')
    order by id`);
  for (const row of open) await pursue(platform, tenantId, row);
}

/** Looks up the refunds that are due, at growing intervals; returns how many ended. */
export async function reconcileRefunds(platform: Platform, tenantId: number): Promise<number> {
  const wall = new Date(platform.clock.wall());
  const due = await platform.db.tenant(tenantId).many<RefundRow>(sql`
    update refund set checks = checks + 1,
      next_check_at = ${wall}::timestamptz + least(${LATEST_CHECK_MS}::int, 5000 * (checks + 1) * (checks + 1))
        * interval '1 millisecond'
    where tenant_id = ${tenantId} and id = any(array(
      select id from refund where tenant_id = ${tenantId} and state in ('requested', 'processing')
        and return_id is not null and next_check_at <= ${wall}::timestamptz
      order by next_check_at limit ${BATCH}::int for update skip locked))
    returning ${REFUND}`);
  return pursueAll(platform, tenantId, due);
}
