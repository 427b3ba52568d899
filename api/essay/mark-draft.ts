import { isoInZone } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';
import { forDueTenants } from '../platform/due.ts';
import { fail } from '../platform/http/errors.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { type EssayRow, lockEssay } from './store.ts';

export type MarkDraft = {
  score?: number | null | undefined;
  competences?: readonly (number | null)[] | null | undefined;
  hasPlagiarism?: boolean | null | undefined;
  feedback?: string | null | undefined;
};

type DraftRow = {
  score: number | null;
  competences: (number | null)[] | null;
  has_plagiarism: boolean;
  feedback: string | null;
  saved_at: Date;
};

/** Whether an essay is waiting for a mark, including that of a review. */
export const awaitsMark = ({ state, review_since: review }: Pick<EssayRow, 'state' | 'review_since'>) =>
  state === 'finished' || (state === 'graded' && review !== null);

/** Saves a grader's draft mark of an essay that is waiting for one; 409 for any other. */
export async function saveMarkDraft(
  tx: Tx,
  platform: Platform,
  essayId: number,
  staffId: number,
  draft: MarkDraft,
): Promise<{ savedAt: string }> {
  const row = await lockEssay(tx, essayId);
  if (!row) fail('NOT_FOUND');
  if (!awaitsMark(row)) fail('STATE_CONFLICT', { extra: { state: row.state, status: row.status } });
  const now = platform.clock.now();
  await tx.one(sql`
    insert into essay_mark_draft (tenant_id, essay_id, staff_id, score, competences, has_plagiarism, feedback, started_at,
      saved_at)
    values (${tx.tenantId}, ${essayId}, ${staffId}, ${draft.score ?? null}::numeric,
      ${draft.competences ? JSON.stringify(draft.competences) : null}::jsonb, ${draft.hasPlagiarism === true}::boolean,
      ${draft.feedback ?? null}::text, ${now}::timestamptz, ${now}::timestamptz)
    on conflict (tenant_id, essay_id, staff_id) do update set score = excluded.score,
      competences = excluded.competences, has_plagiarism = excluded.has_plagiarism, feedback = excluded.feedback,
      saved_at = excluded.saved_at
    returning essay_id`);
  return { savedAt: isoInZone(now, row.time_zone) };
}

/** A grader's own draft mark of an essay; those of others are never shown. */
export async function markDraftOf(
  on: Runner,
  { tenantId, essayId, staffId, zone }: { tenantId: number; essayId: number; staffId: number; zone: string },
) {
  const row = await on.one<DraftRow>(sql`
    select score::float8 as score, competences, has_plagiarism, feedback, saved_at from essay_mark_draft
    where tenant_id = ${tenantId} and essay_id = ${essayId} and staff_id = ${staffId}`);
  if (!row) return null;
  const { score, competences, feedback } = row;
  return {
    score,
    competences,
    hasPlagiarism: row.has_plagiarism,
    feedback,
    savedAt: isoInZone(row.saved_at, zone),
  };
}

/** Deletes a grader's draft mark of an essay. */
export const dropDraft = (tx: Tx, essayId: number, staffId: number): Promise<unknown> =>
  tx.one(sql`
    delete from essay_mark_draft
    where tenant_id = ${tx.tenantId} and essay_id = ${essayId} and staff_id = ${staffId} returning essay_id`);

const KEPT_DAYS = 30;
const BATCH = 500;

/** Deletes drafts about essays that were withdrawn or not continued, after a month. */
export const draftJob: Job = {
  name: 'essay-draft-clean-up',
  everyMs: 3600_000,
  run: (platform) =>
    forDueTenants(platform, 'essay-draft-clean-up', async (tenantId) => {
      const before = new Date(platform.clock.now().getTime() - KEPT_DAYS * 24 * 3600_000);
      const rows = await platform.db.write(tenantId, (tx) =>
        tx.many(sql`
          delete from essay_mark_draft where tenant_id = ${tenantId} and (essay_id, staff_id) in (
            select essay_id, staff_id from essay_mark_draft
            where tenant_id = ${tenantId} and saved_at < ${before}::timestamptz order by saved_at limit ${BATCH})
          returning essay_id`),
      );
      return rows.length;
    }),
};
