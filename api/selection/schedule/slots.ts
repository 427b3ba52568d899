import type { SubscriptionEvent } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Books a slot for an application; false when it is full. The condition is checked on the locked row, so only one of two people
 * gets the last seat.
 */
export async function takeSlot(
  tx: Tx,
  platform: Platform,
  subscriptionId: number,
  slotId: number,
): Promise<boolean> {
  const taken = await tx.one(sql`
    with taken as (
      update schedule_slot set taken = taken + 1
      where tenant_id = ${tx.tenantId} and id = ${slotId} and taken < capacity
        and retired_at is null and cancelled_at is null
      returning id
    )
    insert into test_booking (tenant_id, subscription_id, schedule_slot_id, state, booked_at)
    select ${tx.tenantId}::bigint, ${subscriptionId}::bigint, id, 'booked', ${platform.clock.now()}::timestamptz
    from taken returning id`);
  return taken !== undefined;
}

const STATES: Partial<Record<SubscriptionEvent, string>> = {
  'test-rescheduled': 'rescheduled',
  'test-missed': 'missed',
  'slot-cancelled': 'cancelled',
  'schedule-invalidated': 'other-pole',
};

/** Ends the active booking of an application, if it has one, and frees the seat. */
export async function releaseSlot(
  tx: Tx,
  platform: Platform,
  subscriptionId: number,
  event: SubscriptionEvent,
): Promise<void> {
  await tx.one(sql`
    with ended as (
      update test_booking set state = ${STATES[event] ?? 'left'}::text, ended_at = ${platform.clock.now()}::timestamptz
      where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId} and state = 'booked'
      returning schedule_slot_id
    )
    update schedule_slot x set taken = x.taken - 1 from ended
    where x.tenant_id = ${tx.tenantId} and x.id = ended.schedule_slot_id returning x.id`);
}
