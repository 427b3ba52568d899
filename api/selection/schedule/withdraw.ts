import { type Actor, STATUS, type Status } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../../messaging/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { emit } from '../../platform/events.ts';
import type { House } from '../../platform/house.ts';
import { lockSubscription, moveSubscription } from '../../subscription/index.ts';
import { testData } from './present.ts';

/** Sends one person back to choosing; undefined when the booking was given up in the meantime. */
async function sendBack(
  tx: Tx,
  house: House,
  slotId: number,
  subscriptionId: number,
  actor: Extract<Actor, 'operations' | 'system'>,
): Promise<Status | undefined> {
  const row = await lockSubscription(tx, subscriptionId);
  const { booking } = row;
  if (booking?.state !== 'booked' || booking.slot !== slotId || row.status !== STATUS.Scheduled)
    return undefined;
  const moved = await moveSubscription(tx, house, {
    subscriptionId,
    event: 'slot-cancelled',
    actor,
    facts: { slotWithdrawn: true },
  });
  await emit(tx, house, { stream: 'business', type: 'scheduling.cancelled', subscriptionId, data: {} });
  await notify(tx, house, {
    template: 'N-06',
    personId: row.person_id,
    subscriptionId,
    dedupe: `${subscriptionId}:${moved.version}:cancelled`,
    data: { variante: 'cancelada', ...testData(booking, row.time_zone) },
  });
  return moved.to;
}

/**
 * Withdraws a slot (TR-32): first nobody may book it any more, then everybody booked is sent back, each in a transaction
 * of its own, so that a long list holds no locks and a broken run may be repeated. Answers who was sent back now.
 */
export async function withdrawSlot(house: House, tenantId: number, slotId: number) {
  const on = house.db.tenant(tenantId);
  await house.db.write(tenantId, (tx) =>
    tx.one(sql`
      update schedule_slot set cancelled_at = coalesce(cancelled_at, ${house.clock.now()}::timestamptz),
        retired_at = coalesce(retired_at, ${house.clock.now()}::timestamptz)
      where tenant_id = ${tenantId} and id = ${slotId} returning id`),
  );
  const people = await on.many<{ subscription_id: number }>(sql`
    select subscription_id from test_booking
    where tenant_id = ${tenantId} and schedule_slot_id = ${slotId} and state = 'booked' order by subscription_id`);
  const subscriptions = [];
  for (const { subscription_id: subscriptionId } of people) {
    const status = await house.db.write(tenantId, (tx) =>
      sendBack(tx, house, slotId, subscriptionId, 'operations'),
    );
    if (status) subscriptions.push({ subscriptionId, status });
  }
  return { id: slotId, state: 'cancelled' as const, subscriptions };
}

/**
 * Sends those back whom a withdrawal could not: blocked or about to leave at that moment, they keep their booking and
 * may return to it. Answers how many.
 */
export async function sendReturnedBack(house: House, tenantId: number): Promise<number> {
  const stranded = await house.db.tenant(tenantId).many<{ slot: number; id: number }>(sql`
    select x.id as slot, s.id from schedule_slot x
    join test_booking b on b.tenant_id = x.tenant_id and b.schedule_slot_id = x.id and b.state = 'booked'
    join subscription s on s.tenant_id = b.tenant_id and s.id = b.subscription_id and s.status = ${STATUS.Scheduled}::int
    where x.tenant_id = ${tenantId} and x.cancelled_at is not null order by s.id`);
  let done = 0;
  for (const { slot, id } of stranded)
    if (await house.db.write(tenantId, (tx) => sendBack(tx, house, slot, id, 'system'))) done += 1;
  return done;
}
