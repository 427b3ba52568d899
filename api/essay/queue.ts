import { RESULT_AT_RISK_HOURS, RESULT_DUE_HOURS } from '@orbita/domain/essay';
import sql, { raw } from 'sql-template-tag';
import type { FindItem, Queue } from '../work/queue.ts';

/**
 * Delivered essays that wait for their grade, by the hour in which they are due and inside it in an order that says nothing
 * about who wrote them (spec 25.4.1). Neither application nor author is shown.
 */
export const essayQueue: Queue = {
  table: 'essay',
  where: sql`w.state = 'finished'`,
  key: sql`w.grading_hour`,
  tie: sql`w.grading_order`,
  dueAfterHours: RESULT_DUE_HOURS,
  dueAt: sql`w.completed_date + interval '${raw(String(RESULT_DUE_HOURS))} hours'`,
  waitingSince: sql`w.completed_date`,
  aheadHours: () => RESULT_DUE_HOURS - RESULT_AT_RISK_HOURS,
  title: sql`theme.title`,
  joins: sql`join essay_theme theme on theme.tenant_id = w.tenant_id and theme.id = w.essay_theme_id`,
  subscriptionId: null,
};

/** An essay under way is its author's alone. */
export const findEssayItem: FindItem = (tenantId, id) => sql`
  select e.institution_id, i.code as institution_code, e.version,
    case when e.state = 'finished' then 'essays' end as queue
  from essay e join institution i on i.tenant_id = e.tenant_id and i.id = e.institution_id
  where e.tenant_id = ${tenantId} and e.id = ${id} and e.state in ('finished', 'graded')`;
