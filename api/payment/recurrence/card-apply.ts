import { dayInZone } from '@orbita/domain/foundation';
import {
  cardRetryDay,
  type Decline,
  declineOf,
  isOpenCycle,
  type MonthMark,
  readCardBrand,
} from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { CardCharge } from '../../platform/acquirer-port.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';
import { cardReport } from '../instruments/card.ts';
import { moveCycle, moveRecurrence } from './apply.ts';
import { earlierTries, type NamedTry } from './card-store.ts';
import { type CycleInPlan, lockCycle, lockRecurrence, type RecurrenceRow } from './store.ts';

const SECOND: MonthMark = 'second-payment';
const CHARGEBACK: MonthMark = 'chargeback';

type Held = { platform: Platform; tx: Tx; recurrence: RecurrenceRow; cycle: CycleInPlan; timeZone: string };

/** Outcome of a charge; `null` for one that the acquirer certainly never made. */
export type CardOutcome = CardCharge | null;

const NEVER_MADE: Decline = { class: 'UNKNOWN', retryAfterHours: null, once: false };

const key = ({ tx, cycle }: Held) =>
  sql`tenant_id = ${tx.tenantId} and recurrence_id = ${cycle.recurrence_id} and number = ${cycle.number}`;

const addMark = (held: Held, mark: MonthMark): Promise<unknown> =>
  held.tx.many(sql`
    update recurrence_cycle set attention = attention || ${JSON.stringify([mark])}::jsonb,
      updated_at = ${held.platform.clock.now()}::timestamptz
    where ${key(held)} and not attention @> ${JSON.stringify([mark])}::jsonb returning number`);

/**
 * The open charge is over: schedules the month's next attempt, or marks the month as failed. Returns whether its state changed.
 */
async function denied(held: Held, charge: CardOutcome): Promise<boolean> {
  const { platform, tx, recurrence, cycle, timeZone } = held;
  const now = platform.clock.now();
  if (!isOpenCycle(cycle.state)) {
    // The month ended here while its charge was open: nothing was taken, and nothing is left to look up.
    await tx.many(
      sql`update recurrence_cycle set cancel_at_provider = false where ${key(held)} returning number`,
    );
    return false;
  }
  const code = charge?.declineCode ?? null;
  const decline = charge ? declineOf(readCardBrand(charge.brand), code, charge.adviceCode) : NEVER_MADE;
  const { count } = await earlierTries(tx, cycle);
  const days = { dueDay: cycle.due_day, nextDueDay: cycle.next_due_day };
  const day = cardRetryDay(dayInZone(now, timeZone), count + 1, decline, days);
  if (day === undefined) {
    const { subscription_id: subscriptionId } = recurrence;
    await moveCycle(tx, platform, { subscriptionId, row: cycle }, { event: 'failed', endCode: code });
    // The card network forbids further charges to this card, so the later months are not attempted either.
    if (decline.class === 'STOP')
      await moveRecurrence(tx, platform, recurrence, 'cancelled', { endedBy: 'payer-bank', endCode: code });
    return true;
  }
  await tx.one(sql`
    insert into recurrence_try (tenant_id, txid, recurrence_id, number, asked_day, amount_cents, state, provider_id,
      decline_code, advice_code, created_at, updated_at)
    values (${tx.tenantId}, ${cycle.txid}, ${cycle.recurrence_id}, ${cycle.number}, ${cycle.asked_day}::date,
      ${cycle.amount_cents}, 'denied', ${charge?.providerId ?? null}, ${code}, ${charge?.adviceCode ?? null},
      ${now}::timestamptz, ${now}::timestamptz)
    returning txid`);
  await tx.one(sql`
    update recurrence_cycle set txid = null, provider_id = null, checks = 0, next_check_at = null,
      retry_days = retry_days || ${JSON.stringify([day])}::jsonb, updated_at = ${now}::timestamptz
    where ${key(held)} returning number`);
  return false;
}

/** Records the money of a charge, once, so that it can be refunded. */
const keepMoney = (held: Held, source: string, cents: number): Promise<unknown> =>
  held.tx.many(sql`
    update recurrence_cycle set received = received || ${JSON.stringify([{ source, cents }])}::jsonb
    where ${key(held)} and not received @> ${JSON.stringify([{ source }])}::jsonb returning number`);

const pay = (held: Held, receivedCents: number): Promise<boolean> =>
  moveCycle(
    held.tx,
    held.platform,
    { subscriptionId: held.recurrence.subscription_id, row: held.cycle },
    { event: 'paid', receivedCents },
  );

/** Money from a charge that had counted as refused (D-69): it pays the month, or is a second payment. */
async function paidAfterAll(held: Held, reference: string, receivedCents: number): Promise<boolean> {
  const { tx, cycle, platform } = held;
  await keepMoney(held, reference, receivedCents);
  if (cycle.txid === null && cycle.state !== 'paid') {
    await tx.one(sql`
      with taken as (delete from recurrence_try where tenant_id = ${tx.tenantId} and txid = ${reference}
        returning txid, provider_id, asked_day)
      update recurrence_cycle c set txid = taken.txid, provider_id = taken.provider_id, asked_day = taken.asked_day
      from taken where c.tenant_id = ${tx.tenantId} and c.recurrence_id = ${cycle.recurrence_id}
        and c.number = ${cycle.number} returning c.number`);
    return pay(held, receivedCents);
  }
  const noted = await tx.one(sql`
    update recurrence_try set state = 'paid', updated_at = ${platform.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and txid = ${reference} and state = 'denied' returning txid`);
  if (!noted) return false;
  const moved = await pay(held, receivedCents);
  await addMark(held, SECOND);
  return moved;
}

/** Records the outcome of a charge. */
async function apply(held: Held, reference: string, charge: CardOutcome): Promise<boolean> {
  const { cycle, tx, platform } = held;
  const report = charge && cardReport(charge, platform.clock.now());
  const received = report?.received.reduce((sum, { amountCents }) => sum + amountCents, 0) ?? 0;
  if (reference !== cycle.txid) return received > 0 && paidAfterAll(held, reference, received);
  if (charge?.providerId)
    await tx.many(sql`
      update recurrence_cycle set provider_id = ${charge.providerId} where ${key(held)} returning number`);
  if (received > 0) {
    await keepMoney(held, reference, received);
    const moved = await pay(held, received);
    if (charge?.status === 'CHARGEDBACK') await addMark(held, CHARGEBACK);
    return moved;
  }
  const over = report === null || report.status === 'denied' || report.status === 'failed';
  return over && cycle.state !== 'paid' ? denied(held, charge) : false;
}

/**
 * Records an acquirer's report on a card charge of a month, whether it is the open one or an earlier attempt. Repeated and late
 * reports change nothing, and a paid month stays paid. Returns whether the state of the month changed.
 */
export const applyCardCharge = (
  platform: Platform,
  tenantId: number,
  { recurrence_id: recurrenceId, number, reference }: NamedTry,
  charge: CardOutcome,
  timeZone: string,
): Promise<boolean> =>
  platform.db.write(tenantId, async (tx) => {
    const recurrence = await lockRecurrence(tx, recurrenceId);
    const cycle = await lockCycle(tx, recurrenceId, number);
    if (!recurrence || !cycle) return false;
    return apply({ platform, tx, recurrence, cycle, timeZone }, reference, charge);
  });
