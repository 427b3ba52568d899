import type { SubscriptionEvent } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/index.ts';
import type { House } from '../../platform/house.ts';

/**
 * Books a slot for an application; false when nothing is free there. The condition is judged on the locked row, so
 * of two takers of the last seat exactly one finds it.
 */
export async function takeSlot(
  tx: Tx,
  house: House,
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
    select ${tx.tenantId}::bigint, ${subscriptionId}::bigint, id, 'booked', ${house.clock.now()}::timestamptz
    from taken returning id`);
  return taken !== undefined;
}

const STATES: Partial<Record<SubscriptionEvent, string>> = {
  'test-rescheduled': 'rescheduled',
  'test-missed': 'missed',
  'slot-cancelled': 'cancelled',
  'schedule-invalidated': 'other-pole',
};

/** Ends the living booking of an application, if it has one, and gives the seat back. */
export async function releaseSlot(
  tx: Tx,
  house: House,
  subscriptionId: number,
  event: SubscriptionEvent,
): Promise<void> {
  await tx.one(sql`
    with ended as (
      update test_booking set state = ${STATES[event] ?? 'left'}::text, ended_at = ${house.clock.now()}::timestamptz
      where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId} and state = 'booked'
      returning schedule_slot_id
    )
    update schedule_slot x set taken = x.taken - 1 from ended
    where x.tenant_id = ${tx.tenantId} and x.id = ended.schedule_slot_id returning x.id`);
}
