import type { Effect } from '@orbita/domain/subscription';
import type { MoveInProgress, RunEffect } from '../subscription/effect.ts';
import { settingsReader } from '../subscription/facts.ts';
import { confirmClass, holdClass, releaseClass, restartHold } from './class-hold.ts';

const holdMinutes = ({ row }: MoveInProgress): number => settingsReader(row.settings)('ClassHoldMinutes');

/** Effects of moves on the seat in a class. */
export const effects = {
  holdClass: async (move) => {
    const { tx, platform, row, classId } = move;
    if (classId === undefined) throw new Error('A class is chosen by its id');
    await holdClass(tx, row, { classId, now: platform.clock.now(), minutes: holdMinutes(move) });
    return { elsewhere: true };
  },
  restartClassHold: async (move) => {
    const { tx, platform, row } = move;
    if (row.class?.state !== 'held') return {};
    await restartHold(tx, row.id, platform.clock.now(), holdMinutes(move));
    return { elsewhere: true };
  },
  confirmClass: async ({ tx, row }) => ({ elsewhere: await confirmClass(tx, row.id) }),
  releaseClass: async ({ tx, row }) => ({ elsewhere: await releaseClass(tx, row.id) }),
} satisfies Partial<Record<Effect, RunEffect>>;
