import { isoInZone } from '@orbita/domain/foundation';
import { lookUpsLeft } from '@orbita/domain/selection';
import type { Runner } from '../../platform/database/types.ts';
import type { SubscriptionState } from '../../subscription/facts.ts';
import { lookUpsOf } from './store.ts';
import { examYearsOf } from './years.ts';

/** Exam score of an application as its owner sees it (spec 9.2). */
export async function readExamScore(
  on: Runner,
  state: Pick<SubscriptionState, 'tenant_id' | 'id' | 'time_zone' | 'settings'>,
  at: Date,
) {
  const rows = await lookUpsOf(on, state.id);
  const now = rows.findLast(({ set_aside_at }) => set_aside_at === null);
  return {
    state: now?.state ?? ('none' as const),
    registration: now?.registration ?? null,
    year: now?.year ?? null,
    scores: now?.scores ?? null,
    average: now?.average ?? null,
    expectedBy: now?.state === 'analysing' ? isoInZone(now.expected_by, state.time_zone) : null,
    attemptsLeft: lookUpsLeft(rows.map((row) => row.state)),
    years: examYearsOf(state, at),
  };
}
