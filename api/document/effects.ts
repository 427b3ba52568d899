import type { Effect } from '@orbita/domain/subscription';
import type { RunEffect } from '../subscription/effect.ts';
import { prepareDocuments } from './prepare.ts';

/** What a move does to the documents that are asked for. */
export const effects = {
  openSelectionDocuments: async ({ tx, platform, row }) => {
    await prepareDocuments(tx, platform, row.id, 'selection');
    return {};
  },
  openEnrolmentDocuments: async ({ tx, platform, row }) => {
    await prepareDocuments(tx, platform, row.id, 'enrollment');
    return {};
  },
} satisfies Partial<Record<Effect, RunEffect>>;
