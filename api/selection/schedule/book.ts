import { isOffered } from '@orbita/domain/selection';
import { STATUS } from '@orbita/domain/subscription';
import type { Tx } from '../../platform/database/types.ts';
import { invalid } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockSubscription, moveSubscription } from '../../subscription/move.ts';
import type { ActingFor } from '../../subscription/on-behalf.ts';
import { lockSlots, slotById } from './store.ts';

export type Booking = {
  subscriptionId: number;
  hourId: number;
  actor: ActingFor;
  /** The institution's reason for doing it. */
  reason?: string | null;
};

/**
 * Books the test (TR-30) or reschedules it (TR-31); booking the current slot again changes nothing. A slot of another offer or
 * pole gives 422; one that is full, withdrawn or no longer offered `SLOT_FULL`; too late or too often `RESCHEDULE_LIMIT`.
 */
export async function bookTest(
  tx: Tx,
  platform: Platform,
  { subscriptionId, hourId, actor, reason }: Booking,
): Promise<void> {
  const row = await lockSubscription(tx, subscriptionId);
  const own = row.booking?.state === 'booked' ? row.booking.slot : undefined;
  await lockSlots(tx, own === undefined ? [hourId] : [own, hourId]);
  const slot = await slotById(tx, hourId);
  if (slot?.offer_id !== row.offer_id || slot.pole_id !== row.pole_id) {
    invalid([{ field: 'hourId', message: 'Escolha um horário da sua oferta e do seu polo.' }]);
  }
  const scheduled = row.status === STATUS.Scheduled;
  if (!slot || (scheduled && own === hourId)) return;
  await moveSubscription(tx, platform, {
    subscriptionId,
    event: scheduled ? 'test-rescheduled' : 'test-scheduled',
    actor,
    reason: reason ?? null,
    slotId: hourId,
    facts: {
      slotFree: slot.open && slot.taken < slot.capacity && isOffered(slot.at, platform.clock.now()),
    },
  });
}
