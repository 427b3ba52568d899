import { holdExpiration } from '@orbita/domain/enrolment';
import type { Status } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { fail } from '../platform/http/errors.ts';

/** The application that holds a seat; its row must be locked. */
export type Holder = { id: number; offer_id: number; pole_id: number; status: Status };

export type Hold = { classId: number; now: Date; minutes: number };

/**
 * Reserves a seat in a class of the application's offer and pole until now + `minutes` (TR-75). The condition is checked on the
 * locked row of the class, so only one of two people gets the last seat; the other is refused with `CLASS_UNAVAILABLE`, as for a
 * class that is not offered here.
 */
export async function holdClass(tx: Tx, holder: Holder, { classId, now, minutes }: Hold): Promise<void> {
  await releaseClass(tx, holder.id);
  const held = await tx.one(sql`
    with place as (
      update academic_class set taken = taken + 1
      where tenant_id = ${tx.tenantId} and id = ${classId}::bigint and offer_id = ${holder.offer_id}
        and pole_id = ${holder.pole_id} and retired_at is null and taken < slots returning id
    )
    insert into class_hold (tenant_id, subscription_id, academic_class_id, state, chosen_at, expires_at)
    select ${tx.tenantId}, ${holder.id}::bigint, id, 'held', ${now}::timestamptz,
      ${holdExpiration(now, minutes)}::timestamptz from place
    returning academic_class_id`);
  if (!held) fail('CLASS_UNAVAILABLE', { extra: { status: holder.status } });
}

/** Makes the reservation permanent, because it is paid or nothing is due. False when there is none. */
export async function confirmClass(tx: Tx, subscriptionId: number): Promise<boolean> {
  const held = await tx.one(sql`
    update class_hold set state = 'confirmed'
    where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId} returning subscription_id`);
  return held !== undefined;
}

/** Frees the seat. False when there is none. */
export async function releaseClass(tx: Tx, subscriptionId: number): Promise<boolean> {
  const freed = await tx.one(sql`
    with gone as (
      delete from class_hold where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId}
      returning academic_class_id
    )
    update academic_class c set taken = c.taken - 1 from gone
    where c.tenant_id = ${tx.tenantId} and c.id = gone.academic_class_id returning c.id`);
  return freed !== undefined;
}

/**
 * Restarts the time to pay after the candidate waited for the institution (documents first, a refused
 * payment), because the candidate could not have paid while waiting.
 */
export async function restartHold(tx: Tx, subscriptionId: number, now: Date, minutes: number): Promise<void> {
  await keepHold(tx, subscriptionId, holdExpiration(now, minutes));
}

/** Extends a reservation at least until an instant, when the charge that extended it is replaced by another one. */
export async function keepHold(tx: Tx, subscriptionId: number, until: Date): Promise<void> {
  await tx.one(sql`
    update class_hold set expires_at = greatest(expires_at, ${until}::timestamptz)
    where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId} and state = 'held'
    returning subscription_id`);
}
