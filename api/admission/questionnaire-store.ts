import {
  type Answers,
  type AskedSection,
  fewestRows,
  isSectionComplete,
  type QuestionnaireState,
  SECTIONS,
  type YearLimits,
} from '@orbita/domain/admission';
import { conclusionYearLimit } from '@orbita/domain/enrolment';
import { dayInZone } from '@orbita/domain/foundation';
import sql, { type Sql } from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/index.ts';

/** A questionnaire with what its template asks. `id` is null where nothing was written yet. */
export type QuestionnaireRow = {
  id: number | null;
  subscription_id: number;
  state: QuestionnaireState;
  answers: Answers;
  comment: string | null;
  template_id: number;
  asked: AskedSection[];
  /** What the template says of an approval; null leaves it to the parameter. */
  approval: boolean | null;
  status: number;
  birth_date: string | null;
  class_start: string | null;
  submitted_at: Date | null;
  institution_code: string;
  time_zone: string;
};

/** What is read of a questionnaire `q` (which may be missing) of a subscription `s`. */
export const QUESTIONNAIRE_COLUMNS: Sql = sql`
  q.id, s.id as subscription_id, coalesce(q.state, 'draft') as state, coalesce(q.answers, '{}') as answers,
  q.comment, qt.id as template_id, qt.sections as asked, qt.approval, s.status, p.birth_date,
  i.class_start_date as class_start, q.submitted_at, ins.code as institution_code, t.time_zone`;

const JOINS = sql`
  join tenant t on t.id = s.tenant_id
  join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
  join institution ins on ins.tenant_id = s.tenant_id and ins.id = s.institution_id
  join intake i on i.tenant_id = s.tenant_id and i.id = s.intake_id`;

/** Joins these columns need of questionnaires that are there. */
export const QUESTIONNAIRE_JOINS: Sql = sql`${JOINS}
  join questionnaire_template qt on qt.tenant_id = s.tenant_id and qt.id = q.questionnaire_template_id`;

// Of a questionnaire not opened yet the template of its offer counts.
const selectQuestionnaires = (where: Sql): Sql => sql`
  select ${QUESTIONNAIRE_COLUMNS} from subscription s
  left join questionnaire q on q.tenant_id = s.tenant_id and q.subscription_id = s.id
  ${JOINS}
  join offer o on o.tenant_id = s.tenant_id and o.id = s.offer_id
  join questionnaire_template qt on qt.tenant_id = s.tenant_id
    and qt.id = coalesce(q.questionnaire_template_id, o.questionnaire_template_id) where ${where}`;

/** Questionnaire of a subscription; undefined where its offer asks none. */
export const questionnaireOf = (on: Runner, tenantId: number, subscriptionId: number) =>
  on.one<QuestionnaireRow>(selectQuestionnaires(sql`s.tenant_id = ${tenantId} and s.id = ${subscriptionId}`));

/** Questionnaire by its own number, whosever it is. */
export const questionnaireById = (on: Runner, tenantId: number, id: number) =>
  on.one<QuestionnaireRow & { id: number }>(
    selectQuestionnaires(sql`s.tenant_id = ${tenantId} and q.id = ${id}`),
  );

/** Locks the questionnaire of a subscription and reads it as it is now. */
export async function lockQuestionnaire(
  tx: Tx,
  subscriptionId: number,
): Promise<QuestionnaireRow | undefined> {
  await tx.one(sql`
    select id from questionnaire where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId} for update`);
  return questionnaireOf(tx, tx.tenantId, subscriptionId);
}

/** What its years are judged by today (spec 12.2). */
export const limitsOf = (row: QuestionnaireRow, now: Date): YearLimits => ({
  birthDate: row.birth_date,
  limit: conclusionYearLimit(row.class_start, dayInZone(now, row.time_zone)),
});

/** A section as both sides see it (spec 11.3). */
export function presentSection(asked: AskedSection, answers: Answers, limits: YearLimits) {
  const { key, label, max } = SECTIONS[asked.key];
  const rows = answers[key] ?? [];
  return {
    key,
    label,
    mandatory: asked.mandatory,
    min: fewestRows(asked),
    max,
    complete: isSectionComplete(asked, rows, limits),
    rows: rows.map((row) => ({ ...row })),
  };
}
