import { dayInZone, isoInZone } from '@orbita/domain/foundation';
import { isOffered } from '@orbita/domain/selection';
import type { House } from '../../platform/house.ts';
import { fail } from '../../platform/http/errors.ts';
import type { SubscriptionState } from '../../subscription/index.ts';
import { isPoleOf, type SlotRow, slotsOfOffer } from './store.ts';

/** Slots an application is shown: none where the ingress has no test. */
async function shownSlots(house: House, row: SubscriptionState): Promise<SlotRow[]> {
  if (row.ingress_kind !== 'scheduled-test') return [];
  const now = house.clock.now();
  const slots = await slotsOfOffer(house.db.tenant(row.tenant_id), row.tenant_id, row.offer_id, now);
  return slots.filter(({ at }) => isOffered(at, now));
}

const booked = (row: SubscriptionState) => (row.booking?.state === 'booked' ? row.booking.slot : undefined);

/** One's own seat is no reason to find a slot full. */
const presentSlot = (slot: SlotRow, row: SubscriptionState) => ({
  id: slot.id,
  dataHora: isoInZone(slot.at, row.time_zone),
  available: slot.pole_id === row.pole_id && (slot.taken < slot.capacity || slot.id === booked(row)),
});

const presentPlace = (slot: SlotRow) => ({ campusSchedulingId: slot.place_id, campusScheduling: slot.place });

/** All slots of the offer of an application, soonest first (spec 9.1); 404 when it is another offer's. */
export async function listOfferSlots(house: House, row: SubscriptionState, offerId: number) {
  if (row.offer_id !== offerId) fail('NOT_FOUND');
  const slots = await shownSlots(house, row);
  return slots.map((slot) => ({ ...presentSlot(slot, row), ...presentPlace(slot) }));
}

/** Slots at a pole by place and day (spec 9.1, S-14); 404 when the pole is none of the offer's. */
export async function listPoleSlots(
  house: House,
  row: SubscriptionState,
  { poleId, offerId }: { poleId: number; offerId: number },
) {
  const on = house.db.tenant(row.tenant_id);
  if (row.offer_id !== offerId || !(await isPoleOf(on, row.tenant_id, offerId, poleId))) fail('NOT_FOUND');
  const slots = (await shownSlots(house, row)).filter((slot) => slot.pole_id === poleId);
  return [...Map.groupBy(slots, ({ place_id: id }) => id).values()].flatMap((there) => {
    const [first] = there;
    if (!first) return [];
    const days = Map.groupBy(there, ({ at }) => dayInZone(at, row.time_zone));
    return {
      ...presentPlace(first),
      campusPolo: first.pole_name,
      address: first.address,
      dates: [...days].map(([date, hours]) => ({
        date,
        slots: hours.map((slot) => presentSlot(slot, row)),
      })),
    };
  });
}
