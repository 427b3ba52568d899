import { isoInZone } from '@orbita/domain/foundation';
import { settingsReader } from '../subscription/facts.ts';
import { limitsOf } from './rules.ts';
import type { EssayRow } from './store.ts';

/** Essay as shown to its author (spec 10.4). */
export function presentEssay(row: EssayRow, now: Date) {
  const { minWords, maxWords, maxCharacters } = limitsOf(row.settings);
  const at = (moment: Date | null) => (moment ? isoInZone(moment, row.time_zone) : null);
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    attempt: row.attempt,
    state: row.state,
    timedOut: row.timed_out,
    title: row.title || null,
    essay: row.body || null,
    score: row.score,
    hasPlagiarism: row.has_plagiarism,
    completedDate: at(row.completed_date),
    dateNow: isoInZone(now, row.time_zone),
    theme: { title: row.theme_title, texts: row.theme_texts },
    startedAt: at(row.started_at),
    deadline: at(row.deadline),
    minWords,
    maxWords,
    maxCharacters,
    autosaveSeconds: settingsReader(row.settings)('EssayAutosaveSeconds'),
    revision: row.revision,
    feedback: row.feedback,
  };
}

/** An attempt in a subscription's list. */
export const presentAttempt = (row: EssayRow) => ({
  id: row.id,
  attempt: row.attempt,
  state: row.state,
  timedOut: row.timed_out,
  score: row.score,
});
