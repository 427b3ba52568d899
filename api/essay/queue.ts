import { RESULT_AT_RISK_HOURS, RESULT_DUE_HOURS } from '@orbita/domain/essay';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { FindItem, Queue } from '../work/queue.ts';

/**
 * The hour since which an essay has been waiting for a grade; for one under review, since the review was requested. The minute
 * would reveal the author to people who see applications (spec 25.7).
 */
const since = sql`date_trunc('hour', coalesce(w.review_since, w.completed_date), 'UTC')`;
/** When the previous mark was given. */
const lastMark = sql`(select m.at from essay_mark m where m.tenant_id = w.tenant_id and m.essay_id = w.id
  order by m.round desc limit 1)`;

/**
 * Essays that are waiting for a mark, by the hour in which they are due and within it in an order that reveals nothing about the
 * author (spec 25.4.1). Neither application nor author is shown; `where` is the condition of the index.
 */
const queueOf = (where: Sql, waitingSince: Sql): Queue => ({
  table: 'essay',
  where,
  key: sql`w.grading_order`,
  dueAfterHours: RESULT_DUE_HOURS,
  dueAt: sql`${since} + interval '${raw(String(RESULT_DUE_HOURS))} hours'`,
  waitingSince,
  aheadHours: () => RESULT_DUE_HOURS - RESULT_AT_RISK_HOURS,
  title: sql`theme.title`,
  joins: sql`join essay_theme theme on theme.tenant_id = w.tenant_id and theme.id = w.essay_theme_id`,
  subscriptionId: null,
});

/** Essays without a mark. */
export const firstMarks = queueOf(sql`w.awaited and w.state = 'finished' and w.round = 1`, since);

/** Essays that need a second mark, and refusals that another person reviews (spec 25.7). */
export const secondMarks = queueOf(
  sql`w.awaited and (w.state = 'finished' and w.round = 2 or w.review_since is not null)`,
  sql`case when w.review_since is not null then ${since} else coalesce(${lastMark}, ${since}) end`,
);

/** Essays on which two graders did not agree. */
export const thirdMarks = queueOf(
  sql`w.awaited and w.state = 'finished' and w.round = 3`,
  sql`coalesce(${lastMark}, ${since})`,
);

/** An essay in progress is visible only to its author. */
export const findEssayItem: FindItem = (tenantId, id) => sql`
  select e.institution_id, i.code as institution_code, e.version,
    case when not e.awaited then null
      when e.review_since is not null then 'second-grades'
      when e.state <> 'finished' then null
      when e.round = 1 then 'essays'
      when e.round = 2 then 'second-grades'
      else 'third-grades' end as queue
  from essay e join institution i on i.tenant_id = e.tenant_id and i.id = e.institution_id
  where e.tenant_id = ${tenantId} and e.id = ${id} and e.state in ('finished', 'graded')`;
