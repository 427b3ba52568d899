import { SELECTION_HOURS } from '@orbita/domain/work';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { FindItem, Queue } from '../work/queue.ts';

/** Items of one of this module's tables, sorted by a time column, with the course of their application (spec 25.4.1). */
const queueOf = (table: 'questionnaire' | 'interview', where: Sql, since: Sql): Queue => ({
  table,
  where,
  key: since,
  dueAfterHours: SELECTION_HOURS.late,
  dueAt: sql`${since} + interval '${raw(String(SELECTION_HOURS.late))} hours'`,
  waitingSince: since,
  aheadHours: () => SELECTION_HOURS.late - SELECTION_HOURS.atRisk,
  title: sql`course.name`,
  joins: sql`join subscription s on s.tenant_id = w.tenant_id and s.id = w.subscription_id
    join course on course.tenant_id = s.tenant_id and course.id = s.course_id`,
  subscriptionId: sql`w.subscription_id`,
});

/** Submitted questionnaires without a decision. */
export const questionnairesToDecide = queueOf(
  'questionnaire',
  sql`w.waiting and w.state = 'submitted'`,
  sql`w.submitted_at`,
);

/** Requested interviews without an appointment. */
export const interviewsToAppoint = queueOf(
  'interview',
  sql`w.waiting and w.state = 'requested'`,
  sql`w.requested_at`,
);

/** Interviews that were held, without a decision. */
export const interviewsToDecide = queueOf('interview', sql`w.waiting and w.state = 'held'`, sql`w.held_at`);

/** A questionnaire is visible only to its author until it is submitted. */
export const findQuestionnaireItem: FindItem = (tenantId, id) => sql`
  select q.institution_id, i.code as institution_code, q.version,
    case when q.waiting and q.state = 'submitted' then 'questionnaires' end as queue
  from questionnaire q join institution i on i.tenant_id = q.tenant_id and i.id = q.institution_id
  where q.tenant_id = ${tenantId} and q.id = ${id} and q.state <> 'draft'`;

/** Finds every interview, in any state. */
export const findInterviewItem: FindItem = (tenantId, id) => sql`
  select iv.institution_id, i.code as institution_code, iv.version,
    case when not iv.waiting then null when iv.state = 'requested' then 'interview-requests'
      when iv.state = 'held' then 'interview-decisions' end as queue
  from interview iv join institution i on i.tenant_id = iv.tenant_id and i.id = iv.institution_id
  where iv.tenant_id = ${tenantId} and iv.id = ${id}`;
