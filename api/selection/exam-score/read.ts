import { isoInZone } from '@orbita/domain/foundation';
import { lookUpsLeft } from '@orbita/domain/selection';
import type { Runner } from '../../platform/database/types.ts';
import { lookUpsOf } from './store.ts';

/** Exam score of an application as its owner sees it (spec 9.2). */
export async function readExamScore(
  on: Runner,
  { tenant_id, id, time_zone }: { tenant_id: number; id: number; time_zone: string },
) {
  const rows = await lookUpsOf(on, tenant_id, id);
  const now = rows.findLast(({ set_aside_at }) => set_aside_at === null);
  return {
    state: now?.state ?? ('none' as const),
    registration: now?.registration ?? null,
    year: now?.year ?? null,
    scores: now?.scores ?? null,
    average: now?.average ?? null,
    expectedBy: now?.state === 'analysing' ? isoInZone(now.expected_by, time_zone) : null,
    attemptsLeft: lookUpsLeft(rows.map(({ state }) => state)),
  };
}
