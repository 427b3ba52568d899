import { tabStore } from '@orbita/client/storage.ts';
import type { EssayLimits } from '@orbita/domain/essay';
import { useState, useSyncExternalStore } from 'react';
import { call } from '../base/api.ts';
import type { SaveOutcome } from '../base/autosaver.ts';
import { failureOf, keptSaver, untilSaved, useKept } from '../base/kept-saver.ts';
import { type CopyKey, dropCopy, keepCopy } from '../base/tab-copy.ts';
import { tenantHour } from '../base/zone.ts';
import { type Draft, essayRules, isDraft } from './draft.ts';
import { type Essay, readEssay } from './queries.ts';

const keyOf = (essayId: number): CopyKey => `essay:${essayId}`;

/** Reads an essay for writing, after the last save of an editor just left has arrived. */
export async function openEssay(essayId: number): Promise<Essay> {
  await untilSaved(keyOf(essayId));
  const essay = await readEssay(essayId);
  if (essay.state !== 'in-progress') dropCopy(keyOf(essayId), tabStore);
  return essay;
}

async function saveDraft(essayId: number, draft: Draft, revision: number): Promise<SaveOutcome> {
  try {
    const kept = await call('PUT /candidate/subscriptions/essays/{essayId}/draft', {
      params: { essayId },
      body: { ...draft, revision },
    });
    return { type: 'saved', revision: kept.revision, savedAt: kept.savedAt };
  } catch (error) {
    return { type: failureOf(error, ['ESSAY_TIMED_OUT', 'ESSAY_FINISHED']) };
  }
}

const textOf = ({ title, essay, revision }: Essay) => ({
  draft: { title: title ?? '', essay: essay ?? '' },
  revision,
});

/** The text of an editor with autosave, a copy in the tab, and a warning before the page closes. */
export function useAutosaver(essay: Essay, limits: EssayLimits) {
  const [texts] = useState(
    () =>
      [
        keptSaver<Draft>({
          key: keyOf(essay.id),
          rules: essayRules(limits, essay.autosaveSeconds),
          isDraft,
          server: textOf(essay),
          save: (draft, revision) => saveDraft(essay.id, draft, revision),
          read: async () => textOf(await readEssay(essay.id)),
          offline: { until: essay.deadline ? tenantHour(essay.deadline) : undefined },
        }),
      ] as const,
  );
  const [{ key, saver, other }] = texts;
  const state = useSyncExternalStore(saver.subscribe, () => saver.state);
  useKept(texts);
  return { saver, state, other, keep: () => keepCopy(key, saver.state, tabStore) };
}
