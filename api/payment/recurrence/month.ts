import { toAmount } from '@orbita/domain/foundation';
import { attentionAfterRefund, type MonthMark } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { operatorOf } from '../../caller/operator.ts';
import type { Tx } from '../../platform/database/types.ts';
import { emit } from '../../platform/events.ts';
import { fail } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockSubscription } from '../../subscription/move.ts';
import { checkMoney, type MoneyDecider, settleMoney } from '../decision.ts';
import { keepResolution, lastSaid } from '../resolution.ts';
import { type CycleRow, lockCycle, lockRecurrence } from './store.ts';

type Held = { subscriptionId: number; row: CycleRow };

/** Locks a month by its id, after locking its recurrence. */
async function lockMonth(tx: Tx, id: number): Promise<Held> {
  const key = await tx.one<{ recurrence_id: number; number: number }>(sql`
    select recurrence_id, number from recurrence_cycle where tenant_id = ${tx.tenantId} and id = ${id}`);
  const recurrence = key && (await lockRecurrence(tx, key.recurrence_id));
  const row = key && (await lockCycle(tx, key.recurrence_id, key.number));
  if (!recurrence || !row) throw new Error(`Month ${id} vanished`);
  return { subscriptionId: recurrence.subscription_id, row };
}

const setMarks = (tx: Tx, id: number, marks: readonly MonthMark[], now: Date): Promise<unknown> =>
  tx.one(sql`
    update recurrence_cycle set attention = ${JSON.stringify(marks)}::jsonb, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);

/** Updates the month's `updated_at`, so that lists show it as changed. */
export async function touchMonth(tx: Tx, id: number, now: Date): Promise<void> {
  const { row } = await lockMonth(tx, id);
  await setMarks(tx, id, row.attention, now);
}

/**
 * Records on a month how its refund ended (spec 14.4): `done` with `cents` refunded, or refused by the provider. The month
 * stays paid; a completed refund is published to the candidate's pages and the institution.
 */
export async function markMonth(
  tx: Tx,
  platform: Platform,
  { id, cents, done }: { id: number; cents: number; done: boolean },
): Promise<void> {
  const now = platform.clock.now();
  const { subscriptionId, row } = await lockMonth(tx, id);
  if (!done)
    return void (await setMarks(tx, id, [...new Set([...row.attention, 'refund-failed' as const])], now));
  const back = await tx.one<{ cents: number }>(sql`
    select coalesce(sum(amount_cents), 0)::bigint as cents from refund
    where tenant_id = ${tx.tenantId} and month_id = ${id} and state = 'done'`);
  const received = row.received.reduce((sum, one) => sum + one.cents, 0);
  const money = { asked: row.amount_cents, received, returned: back?.cents ?? 0 };
  await setMarks(tx, id, attentionAfterRefund(row.attention, money), now);
  await emit(tx, platform, {
    stream: 'financial',
    type: 'recurrence.refunded',
    subscriptionId,
    data: { number: row.number, dueDay: row.due_day, amount: toAmount(cents) },
  });
}

/**
 * Removes a mark from a month because nothing has to be done, and stores the reason. Fails with 409 `STATE_CONFLICT` when the
 * mark is not there. Returns the status of the application.
 */
export async function resolveMonth(
  tx: Tx,
  platform: Platform,
  { id, subscriptionId }: { id: number; subscriptionId: number },
  person: MoneyDecider,
  { mark, reason }: { mark: MonthMark; reason: string },
): Promise<number> {
  const { status, time_zone: zone } = await lockSubscription(tx, subscriptionId);
  const { row } = await lockMonth(tx, id);
  const of = { monthId: id };
  if (!row.attention.includes(mark))
    fail('STATE_CONFLICT', { extra: { status, ...(await lastSaid(tx, of, mark, zone)) } });
  await checkMoney(tx, platform, { of, zone, asks: 'version' }, person);
  const now = platform.clock.now();
  const left = row.attention.filter((one) => one !== mark);
  await setMarks(tx, id, left, now);
  const those = sql`recurrence_id = ${row.recurrence_id} and cycle_number = ${row.number}`;
  const by = operatorOf(person.service);
  await keepResolution(tx, of, those, { mark, decision: 'ignored', reason, by, at: now });
  await settleMoney(tx, platform, of, person.service);
  return status;
}
