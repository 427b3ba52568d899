import { type Grade, isApproved } from '@orbita/domain/essay';
import type { Status } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { emit } from '../platform/events.ts';
import type { Platform } from '../platform/platform.ts';
import { settingsReader } from '../subscription/facts.ts';
import { moveSubscription } from '../subscription/move.ts';
import { dropDrafts } from './marks.ts';
import type { EssayRow } from './store.ts';

export type FinalGrade = Grade & {
  feedback: string | null;
  competences: readonly number[] | null;
  /** Who gave the marks that make up the grade. */
  grader: string;
};

/** Makes a grade final, notifies the candidate and other systems, and moves the application by TR-51 or TR-52 (spec 10.1). */
export async function concludeEssay(
  tx: Tx,
  platform: Platform,
  row: EssayRow,
  grade: FinalGrade,
): Promise<Status> {
  const minimum = settingsReader(row.settings)('EssayMinScore');
  const approved = isApproved(grade, minimum);
  tx.alongside(sql`
    with graded as (
      update essay set state = 'graded' where tenant_id = ${tx.tenantId} and id = ${row.id} returning id
    )
    insert into essay_grade (tenant_id, essay_id, score, has_plagiarism, feedback, competences, grader, at)
    select ${tx.tenantId}, id, ${grade.score}::numeric, ${grade.hasPlagiarism}::boolean, ${grade.feedback}::text,
      ${grade.competences ? JSON.stringify(grade.competences) : null}::jsonb, ${grade.grader}::text,
      ${platform.clock.now()}::timestamptz
    from graded returning essay_id`);
  dropDrafts(tx, row.id);
  await emit(tx, platform, {
    stream: 'business',
    type: 'essay.graded',
    subscriptionId: row.subscription_id,
    data: { essayId: row.id, approved, score: grade.score },
  });
  const moved = await moveSubscription(tx, platform, {
    subscriptionId: row.subscription_id,
    event: approved ? 'essay-approved' : 'essay-rejected',
    actor: 'operations',
    facts: { essay: { score: grade.score, minimum, plagiarism: grade.hasPlagiarism } },
  });
  return moved.to;
}
