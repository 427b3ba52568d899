import { dayInZone, isoInZone } from '@orbita/domain/foundation';
import { isOffered } from '@orbita/domain/selection';
import { fail } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SubscriptionState } from '../../subscription/facts.ts';
import { isPoleOf, type SlotRow, slotsOfOffer } from './store.ts';

/** Slots shown to an application; none if the ingress has no test. */
async function shownSlots(platform: Platform, row: SubscriptionState): Promise<SlotRow[]> {
  if (row.ingress_kind !== 'scheduled-test') return [];
  const now = platform.clock.now();
  const slots = await slotsOfOffer(platform.db.tenant(row.tenant_id), row.offer_id, now);
  return slots.filter(({ at }) => isOffered(at, now));
}

const booked = (row: SubscriptionState) => (row.booking?.state === 'booked' ? row.booking.slot : undefined);

/** The caller's own booking does not make a slot full for the caller. */
const presentSlot = (slot: SlotRow, row: SubscriptionState) => ({
  id: slot.id,
  dataHora: isoInZone(slot.at, row.time_zone),
  available: slot.pole_id === row.pole_id && (slot.taken < slot.capacity || slot.id === booked(row)),
});

const presentPlace = (slot: SlotRow) => ({ campusSchedulingId: slot.place_id, campusScheduling: slot.place });

/** All slots of the offer of an application, soonest first (spec 9.1); 404 for another offer. */
export async function listOfferSlots(platform: Platform, row: SubscriptionState, offerId: number) {
  if (row.offer_id !== offerId) fail('NOT_FOUND');
  const slots = await shownSlots(platform, row);
  return slots.map((slot) => ({ ...presentSlot(slot, row), ...presentPlace(slot) }));
}

/** Slots at a pole by place and day (spec 9.1, S-14); 404 when the offer does not have the pole. */
export async function listPoleSlots(
  platform: Platform,
  row: SubscriptionState,
  { poleId, offerId }: { poleId: number; offerId: number },
) {
  const on = platform.db.tenant(row.tenant_id);
  if (row.offer_id !== offerId || !(await isPoleOf(on, offerId, poleId))) fail('NOT_FOUND');
  const slots = (await shownSlots(platform, row)).filter((slot) => slot.pole_id === poleId);
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
