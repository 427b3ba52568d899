import sql, { type Sql } from 'sql-template-tag';
import type { Runner, Tx } from '../../platform/database/types.ts';
import { placeIdOf } from '../../subscription/state/booking.ts';

/** A test slot with its offer, pole and place. */
export type SlotRow = {
  id: number;
  offer_id: number;
  pole_id: number;
  place: string;
  place_id: number;
  at: Date;
  capacity: number;
  taken: number;
  /** Neither retired by the catalogue nor withdrawn. */
  open: boolean;
  cancelled_at: Date | null;
  pole_name: string;
  address: string | null;
  institution_code: string;
};

const selectSlots = (where: Sql): Sql => sql`
  select x.id, x.offer_id, x.pole_id, x.place, ${placeIdOf(sql`x`)} as place_id, x.at, x.capacity, x.taken,
    x.retired_at is null and x.cancelled_at is null as open, x.cancelled_at, p.description as pole_name, p.address,
    i.code as institution_code
  from schedule_slot x
  join pole p on p.tenant_id = x.tenant_id and p.id = x.pole_id
  join offer o on o.tenant_id = x.tenant_id and o.id = x.offer_id
  join institution i on i.tenant_id = o.tenant_id and i.id = o.institution_id
  where ${where} order by x.at, x.id`;

/** Slots of an offer that begin after `since`, soonest first. */
export const slotsOfOffer = (on: Runner, offerId: number, since: Date) =>
  on.many<SlotRow>(
    selectSlots(sql`x.tenant_id = ${on.tenantId} and x.offer_id = ${offerId} and x.at > ${since}::timestamptz
      and x.retired_at is null and x.cancelled_at is null`),
  );

/** One slot, offered or not. */
export const slotById = (on: Runner, id: number) =>
  on.one<SlotRow>(selectSlots(sql`x.tenant_id = ${on.tenantId} and x.id = ${id}`));

/**
 * Locks the slots of a change in ascending order, because two people who swap slots would deadlock otherwise. The caller has
 * already locked the application.
 */
export const lockSlots = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx.many(sql`
    select id from schedule_slot where tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[])
    order by id for update`);
};

/** Whether the offer has the pole. */
export const isPoleOf = async (on: Runner, offerId: number, poleId: number) =>
  (await on.one(sql`
    select pole_id from offer_course_pole
    where tenant_id = ${on.tenantId} and offer_id = ${offerId} and pole_id = ${poleId} limit 1`)) !==
  undefined;
