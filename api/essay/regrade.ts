import { isApproved, recordedGrade } from '@orbita/domain/essay';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { emit } from '../platform/events.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { changeSubscription } from '../subscription/change.ts';
import { settingsReader } from '../subscription/facts.ts';
import { publishQueues } from '../work/publish.ts';
import { dropDrafts, type GivenMark, type Grader, writeMark } from './marks.ts';
import { lockEssay } from './store.ts';

/** Makes a graded essay wait for another mark, because its author requested a review of the refusal (D-78). */
export async function openReview(tx: Tx, essayId: number, now: Date): Promise<void> {
  const opened = await tx.one<{ institution: number }>(sql`
    update essay set review_since = ${now}::timestamptz, round = round + 1
    where tenant_id = ${tx.tenantId} and id = ${essayId} and state = 'graded' returning institution_id as institution`);
  if (opened) publishQueues(tx, { kind: 'essay', institutionId: opened.institution });
}

/**
 * Records another mark of a graded essay, for the review of its refusal (D-78). It never lowers the grade; if the first mark
 * found plagiarism and this one does not, a retake is allowed again. Returns whether the new mark approves and which score
 * counts. The caller holds the lock of the application.
 */
export async function regradeEssay(
  tx: Tx,
  platform: Platform,
  id: number,
  given: GivenMark,
  by: Grader,
): Promise<{ approved: boolean; score: number }> {
  const row = await lockEssay(tx, id);
  if (row?.state !== 'graded') fail('STATE_CONFLICT', { extra: { state: row?.state } });
  const now = platform.clock.now();
  await writeMark(tx, row, given, by, now);
  dropDrafts(tx, id);
  await tx.one(sql`
    update essay set review_since = null where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
  const grade = recordedGrade(given);
  const approved = isApproved(grade, settingsReader(row.settings)('EssayMinScore'));
  const first = row.score ?? 0;
  const better = !grade.hasPlagiarism && (row.has_plagiarism === true || grade.score > first);
  if (!better) return { approved, score: first };
  await tx.one(sql`
    update essay_grade set score = ${grade.score}::numeric, has_plagiarism = false, grader = ${by.name}::text,
      at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and essay_id = ${id} returning essay_id`);
  if (row.has_plagiarism)
    await changeSubscription(tx, row.subscription_id, platform.clock.now(), sql`no_retake = false`);
  await emit(tx, platform, {
    stream: 'business',
    type: 'essay.graded',
    subscriptionId: row.subscription_id,
    data: { essayId: id, approved, score: grade.score },
  });
  return { approved, score: grade.score };
}
