import { type Grade, type MarkRules, recordedGrade } from '@orbita/domain/essay';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';
import { settingsReader } from '../subscription/facts.ts';
import type { EssayRow } from './store.ts';

/** A grader's assessment of an essay. */
export type GivenMark = Grade & {
  feedback?: string | null | undefined;
  competences?: readonly number[] | null | undefined;
};

/** Who grades: name of the service token and its operator, or a team member. */
export type Grader = {
  name: string;
  /** The team member; null for a system of the institution. */
  staffId: number | null;
  /** When the person took the essay up, if known. */
  since?: Date | null | undefined;
};

export type MarkRow = {
  round: number;
  staff_id: number | null;
  grader: string;
  score: number;
  has_plagiarism: boolean;
  competences: number[] | null;
  feedback: string | null;
  at: Date;
};

/** Marks of an essay, first to last. */
export const marksOf = (on: Runner, essayId: number): Promise<MarkRow[]> =>
  on.many<MarkRow>(sql`
    select round, staff_id, grader, score::float8 as score, has_plagiarism, competences, feedback, at from essay_mark
    where tenant_id = ${on.tenantId} and essay_id = ${essayId} order by round`);

export const gradeOf = ({ score, has_plagiarism: hasPlagiarism }: MarkRow): Grade => ({
  score,
  hasPlagiarism,
});

/** Who gave a mark, for display: the name without the system it came through. */
export const graderName = ({ grader }: Pick<MarkRow, 'grader'>): string =>
  grader.split(' / ').at(-1) ?? grader;

/** When an essay last changed from the graders' point of view. */
export const lastChange = (
  row: Pick<EssayRow, 'started_at' | 'completed_date' | 'second_asked_at' | 'review_since'>,
  marks: readonly Pick<MarkRow, 'at'>[],
): Date =>
  [row.completed_date, row.second_asked_at, row.review_since, marks.at(-1)?.at ?? null]
    .flatMap((at) => at ?? [])
    .reduce((latest, at) => (at > latest ? at : latest), row.started_at);

/** Parameters that determine how the marks of an essay become a grade (spec 25.20). */
export function markRulesOf(settings: EssayRow['settings']): MarkRules {
  const parameter = settingsReader(settings);
  return {
    secondGrade: parameter('EssaySecondGrade'),
    margin: parameter('EssaySecondGradeMargin'),
    maxDifference: parameter('EssaySecondGradeMaxDifference'),
    minScore: parameter('EssayMinScore'),
  };
}

/** Stores the mark of the essay's current round and deletes the grader's draft. */
export async function writeMark(
  tx: Tx,
  row: Pick<EssayRow, 'id' | 'round' | 'institution_id' | 'state'>,
  given: GivenMark,
  by: Grader,
  now: Date,
): Promise<void> {
  const { score, hasPlagiarism } = recordedGrade(given);
  await tx.one(sql`
    with typed as (
      delete from essay_mark_draft where tenant_id = ${tx.tenantId} and essay_id = ${row.id}
        and staff_id = ${by.staffId}::bigint returning started_at)
    insert into essay_mark (tenant_id, essay_id, round, institution_id, staff_id, grader, score, has_plagiarism, competences,
      feedback, review, opened_at, at)
    values (${tx.tenantId}, ${row.id}, ${row.round}::int, ${row.institution_id}, ${by.staffId}::bigint, ${by.name}::text,
      ${score}::numeric, ${hasPlagiarism}::boolean,
      ${given.competences ? JSON.stringify(given.competences) : null}::jsonb, ${given.feedback?.trim() || null}::text,
      ${row.state === 'graded'}::boolean, coalesce(${by.since ?? null}::timestamptz, (select started_at from typed)), ${now}::timestamptz)
    returning essay_id`);
}

/** Drafts of other graders are useless once the grade is final. */
export const dropDrafts = (tx: Tx, essayId: number): void =>
  tx.alongside(sql`delete from essay_mark_draft where tenant_id = ${tx.tenantId} and essay_id = ${essayId}`);
