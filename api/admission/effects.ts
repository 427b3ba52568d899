import type { Effect } from '@orbita/domain/subscription';
import type { RunEffect } from '../subscription/effect.ts';
import { openInterview, openQuestionnaire } from './open.ts';

/** Effects of moves that open questionnaire and interview. */
export const effects = {
  openQuestionnaire: async ({ tx, platform, row }) => {
    await openQuestionnaire(tx, platform, row);
    return { elsewhere: true };
  },
  openInterview: async ({ tx, platform, row }) => {
    await openInterview(tx, platform, row);
    return { elsewhere: true };
  },
} satisfies Partial<Record<Effect, RunEffect>>;
