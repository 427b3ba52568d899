import { isApproved, recordedGrade } from '@orbita/domain/essay';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { emit } from '../platform/events.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { settingsReader } from '../subscription/facts.ts';
import { lockSubscription, moveSubscription } from '../subscription/move.ts';
import { essayById, lockEssay } from './store.ts';

export type GradeCommand = {
  essayId: number;
  /** 0–1000. */
  score: number;
  hasPlagiarism: boolean;
  feedback?: string | null | undefined;
  competences?: readonly number[] | null | undefined;
  /** Who graded: name of the service token, and the operator if given. */
  grader: string;
  /** Institutions the grader may see; null = all. Essays of others are answered as not found. */
  institutions?: readonly string[] | null | undefined;
};

/**
 * Grades a finished essay and moves its subscription by TR-51 or TR-52 (spec 10.1, 17.2). Plagiarism makes
 * the score zero and forbids a retake. Any other state, or a subscription that no longer waits for the
 * result: `STATE_CONFLICT` with `state` and the `status`.
 */
export async function gradeEssay(tx: Tx, platform: Platform, command: GradeCommand) {
  const known = await essayById(tx, tx.tenantId, command.essayId);
  if (!known || command.institutions?.includes(known.institution_code) === false) fail('NOT_FOUND');
  // Locks the subscription first and the essay second, in the same order as starting an essay does.
  const subscription = await lockSubscription(tx, known.subscription_id);
  const row = await lockEssay(tx, command.essayId);
  if (!row) fail('NOT_FOUND');
  if (row.state !== 'finished' || subscription.status !== STATUS.Subscribed) {
    fail('STATE_CONFLICT', { extra: { state: row.state, status: subscription.status } });
  }
  const now = platform.clock.now();
  const grade = recordedGrade(command);
  const minimum = settingsReader(row.settings)('EssayMinScore');
  const approved = isApproved(grade, minimum);
  await tx.one(sql`
    with graded as (
      update essay set state = 'graded' where tenant_id = ${tx.tenantId} and id = ${row.id} returning id
    )
    insert into essay_grade (tenant_id, essay_id, score, has_plagiarism, feedback, competences, grader, at)
    select ${tx.tenantId}, id, ${grade.score}::numeric, ${grade.hasPlagiarism}::boolean,
      ${command.feedback?.trim() || null}::text,
      ${command.competences ? JSON.stringify(command.competences) : null}::jsonb, ${command.grader}::text,
      ${now}::timestamptz
    from graded returning essay_id`);
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
  return { id: row.id, state: 'graded' as const, subscriptionId: row.subscription_id, status: moved.to };
}
