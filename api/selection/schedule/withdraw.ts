import { type Actor, STATUS, type Status } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../../messaging/notify.ts';
import type { Tx } from '../../platform/database/types.ts';
import { emit } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockSubscription, moveSubscription } from '../../subscription/move.ts';
import { testData } from '../../subscription/present-booking.ts';

/** Sends one candidate back to choosing a slot; undefined when the booking was given up in the meantime. */
async function sendBack(
  tx: Tx,
  platform: Platform,
  slotId: number,
  subscriptionId: number,
  actor: Extract<Actor, 'operations' | 'system'>,
): Promise<Status | undefined> {
  const row = await lockSubscription(tx, subscriptionId);
  const { booking } = row;
  if (booking?.state !== 'booked' || booking.slot !== slotId || row.status !== STATUS.Scheduled)
    return undefined;
  const moved = await moveSubscription(tx, platform, {
    subscriptionId,
    event: 'slot-cancelled',
    actor,
    facts: { slotWithdrawn: true },
  });
  await emit(tx, platform, { stream: 'business', type: 'scheduling.cancelled', subscriptionId, data: {} });
  notify(tx, platform, {
    template: 'N-06',
    personId: row.person_id,
    subscriptionId,
    dedupe: `${subscriptionId}:${moved.version}:cancelled`,
    data: { variante: 'cancelada', ...testData(booking, row.time_zone) },
  });
  return moved.to;
}

/**
 * Withdraws a slot (TR-32): first the slot is closed for bookings, then everybody booked is sent back, each in a separate
 * transaction, so that a long list holds no locks and an interrupted run can be repeated. Returns who was sent back now.
 */
export async function withdrawSlot(platform: Platform, tenantId: number, slotId: number) {
  const on = platform.db.tenant(tenantId);
  await platform.db.write(tenantId, (tx) =>
    tx.one(sql`
      update schedule_slot set cancelled_at = coalesce(cancelled_at, ${platform.clock.now()}::timestamptz),
        retired_at = coalesce(retired_at, ${platform.clock.now()}::timestamptz)
      where tenant_id = ${tenantId} and id = ${slotId} returning id`),
  );
  const people = await on.many<{ subscription_id: number }>(sql`
    select subscription_id from test_booking
    where tenant_id = ${tenantId} and schedule_slot_id = ${slotId} and state = 'booked' order by subscription_id`);
  const subscriptions = [];
  for (const { subscription_id: subscriptionId } of people) {
    const status = await platform.db.write(tenantId, (tx) =>
      sendBack(tx, platform, slotId, subscriptionId, 'operations'),
    );
    if (status) subscriptions.push({ subscriptionId, status });
  }
  return { id: slotId, state: 'cancelled' as const, subscriptions };
}

/**
 * Sends back candidates whom a withdrawal could not move: applications that were blocked or being cancelled at that time keep
 * their booking and may return to it. Returns how many.
 */
export async function sendReturnedBack(platform: Platform, tenantId: number): Promise<number> {
  const stranded = await platform.db.tenant(tenantId).many<{ slot: number; id: number }>(sql`
    select x.id as slot, s.id from schedule_slot x
    join test_booking b on b.tenant_id = x.tenant_id and b.schedule_slot_id = x.id and b.state = 'booked'
    join subscription s on s.tenant_id = b.tenant_id and s.id = b.subscription_id and s.status = ${STATUS.Scheduled}::int
    where x.tenant_id = ${tenantId} and x.cancelled_at is not null order by s.id`);
  let done = 0;
  for (const { slot, id } of stranded)
    if (await platform.db.write(tenantId, (tx) => sendBack(tx, platform, slot, id, 'system'))) done += 1;
  return done;
}
