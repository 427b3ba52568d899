import {
  type Answers,
  type AskedSection,
  fewestRows,
  isSectionComplete,
  type QuestionnaireState,
  SECTIONS,
  type SectionKey,
  type YearLimits,
} from '@orbita/domain/admission';
import { conclusionYearLimit } from '@orbita/domain/enrolment';
import { dayInZone } from '@orbita/domain/foundation';
import sql, { type Sql } from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';

/** A questionnaire with the questions of its template. `id` is null if nothing was written yet. */
export type QuestionnaireRow = {
  id: number | null;
  subscription_id: number;
  state: QuestionnaireState;
  answers: Answers;
  /** Number of saves of each section so far; missing means 0. */
  revisions: Readonly<Partial<Record<SectionKey, number>>>;
  comment: string | null;
  template_id: number;
  asked: AskedSection[];
  /** Whether the template requires an approval; null means that the parameter decides. */
  approval: boolean | null;
  status: number;
  birth_date: string | null;
  class_start: string | null;
  submitted_at: Date | null;
  decided_at: Date | null;
  decided_by: string | null;
  updated_at: Date | null;
  version: number | null;
  institution_code: string;
  time_zone: string;
};

/** Columns of a questionnaire `q` (which may be missing) of a subscription `s`. */
export const QUESTIONNAIRE_COLUMNS: Sql = sql`
  q.id, s.id as subscription_id, coalesce(q.state, 'draft') as state, coalesce(q.answers, '{}') as answers,
  coalesce(q.revisions, '{}') as revisions,
  q.comment, qt.id as template_id, qt.sections as asked, qt.approval, s.status, p.birth_date,
  i.class_start_date as class_start, q.submitted_at, q.decided_at, q.decided_by,
  q.updated_at, q.version, ins.code as institution_code, t.time_zone`;

const JOINS = sql`
  join tenant t on t.id = s.tenant_id
  join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
  join institution ins on ins.tenant_id = s.tenant_id and ins.id = s.institution_id
  join intake i on i.tenant_id = s.tenant_id and i.id = s.intake_id`;

/** Joins needed by these columns when the questionnaire exists. */
export const QUESTIONNAIRE_JOINS: Sql = sql`${JOINS}
  join questionnaire_template qt on qt.tenant_id = s.tenant_id and qt.id = q.questionnaire_template_id`;

// A questionnaire that was not opened yet uses the template of its offer.
const selectQuestionnaires = (where: Sql): Sql => sql`
  select ${QUESTIONNAIRE_COLUMNS} from subscription s
  left join questionnaire q on q.tenant_id = s.tenant_id and q.subscription_id = s.id
  ${JOINS}
  join offer o on o.tenant_id = s.tenant_id and o.id = s.offer_id
  join questionnaire_template qt on qt.tenant_id = s.tenant_id
    and qt.id = coalesce(q.questionnaire_template_id, o.questionnaire_template_id) where ${where}`;

/** Questionnaire of a subscription; undefined if its offer has none. */
export const questionnaireOf = (on: Runner, subscriptionId: number) =>
  on.one<QuestionnaireRow>(
    selectQuestionnaires(sql`s.tenant_id = ${on.tenantId} and s.id = ${subscriptionId}`),
  );

/** Questionnaire by its id, whoever it belongs to. */
export const questionnaireById = (on: Runner, id: number) =>
  on.one<QuestionnaireRow & { id: number }>(
    selectQuestionnaires(sql`s.tenant_id = ${on.tenantId} and q.id = ${id}`),
  );

/** Locks the questionnaire of a subscription and reads its current state. */
export async function lockQuestionnaire(
  tx: Tx,
  subscriptionId: number,
): Promise<QuestionnaireRow | undefined> {
  await tx.one(sql`
    select id from questionnaire where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId} for update`);
  return questionnaireOf(tx, subscriptionId);
}

/** Today's limits for the years in its answers (spec 12.2). */
export const limitsOf = (row: QuestionnaireRow, now: Date): YearLimits => ({
  birthDate: row.birth_date,
  limit: conclusionYearLimit(row.class_start, dayInZone(now, row.time_zone)),
});

/** A section as shown to candidate and institution (spec 11.3). */
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
