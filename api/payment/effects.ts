import type { Effect } from '@orbita/domain/subscription';
import type { RunEffect } from '../subscription/effect.ts';
import { cancelOpenCharges, undoWaiver } from './close.ts';
import { ensureManual } from './manual.ts';
import { endRecurrences } from './recurrence/end.ts';

const endCharges: RunEffect = async ({ tx, platform, row }) => ({
  elsewhere: await cancelOpenCharges(tx, platform, row),
});

/** Effects of a move on the charges of a subscription. */
export const effects = {
  cancelOpenCharges: endCharges,
  cancelRecurrence: async ({ tx, platform, row }) => {
    await endRecurrences(tx, platform, row.id);
    return { elsewhere: true };
  },
  // A manual payment that was decided is no longer open; no other charge may stay open beside it.
  closeManualPayment: endCharges,
  openManualPayment: async ({ tx, platform, row }) => {
    await ensureManual(tx, platform, row);
    return { elsewhere: true };
  },
  // TR-84 requires that nothing was paid: if the enrolment counts as paid, it was waived, for the course being left (S-35).
  undoWaiver: async ({ tx, platform, row }) => {
    await undoWaiver(tx, platform, row);
    return { is_paid: false, elsewhere: true };
  },
} satisfies Partial<Record<Effect, RunEffect>>;
