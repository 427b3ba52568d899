import type { Effect } from '@orbita/domain/subscription';
import type { RunEffect } from '../subscription/effect.ts';
import { prepareDocuments } from './prepare.ts';

/** What a move does to the required documents. */
export const effects = {
  openSelectionDocuments: async ({ tx, platform, row }) => ({
    elsewhere: await prepareDocuments(tx, platform, row, 'selection'),
  }),
  openEnrolmentDocuments: async ({ tx, platform, row }) => ({
    elsewhere: await prepareDocuments(tx, platform, row, 'enrollment'),
  }),
} satisfies Partial<Record<Effect, RunEffect>>;
