import type { Effect } from '@orbita/domain/subscription';
import { fail } from '../platform/http/errors.ts';
import type { RunEffect } from '../subscription/effect.ts';
import { releaseSlot, takeSlot } from './schedule/slots.ts';

/** Effects of moves on the booked test. */
export const effects = {
  takeSlot: async ({ tx, platform, row, slotId }) => {
    if (slotId === undefined) throw new Error('A test is booked by the id of its slot');
    if (!(await takeSlot(tx, platform, row.id, slotId))) fail('SLOT_FULL', { extra: { status: row.status } });
    return { elsewhere: true };
  },
  releaseSlot: async ({ tx, platform, row, event }) => {
    await releaseSlot(tx, platform, row.id, event);
    return { elsewhere: true };
  },
} satisfies Partial<Record<Effect, RunEffect>>;
