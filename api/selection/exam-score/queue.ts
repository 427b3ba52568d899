import { SELECTION_HOURS } from '@orbita/domain/work';
import sql, { raw } from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import { publishQueues } from '../../work/publish.ts';
import type { FindItem, Queue } from '../../work/queue.ts';

/** Look-ups that failed, whose source is late, or for which a bulletin was sent instead (spec 25.4.1). */
export const examScoresToDecide: Queue = {
  table: 'exam_score',
  where: sql`w.waiting_since is not null`,
  key: sql`w.waiting_since`,
  dueAfterHours: SELECTION_HOURS.late,
  dueAt: sql`w.waiting_since + interval '${raw(String(SELECTION_HOURS.late))} hours'`,
  waitingSince: sql`w.waiting_since`,
  aheadHours: () => SELECTION_HOURS.late - SELECTION_HOURS.atRisk,
  title: sql`course.name`,
  joins: sql`join subscription s on s.tenant_id = w.tenant_id and s.id = w.subscription_id
    join course on course.tenant_id = s.tenant_id and course.id = s.course_id`,
  subscriptionId: sql`w.subscription_id`,
};

/** Finds every look-up that counts; one of an earlier attempt is found by nobody. */
export const findExamScoreItem: FindItem = (tenantId, id) => sql`
  select x.institution_id, i.code as institution_code, x.version,
    case when x.waiting_since is not null then 'exam-scores' end as queue
  from exam_score x join institution i on i.tenant_id = x.tenant_id and i.id = x.institution_id
  where x.tenant_id = ${tenantId} and x.id = ${id} and x.set_aside_at is null`;

/** Notifies pages that show the queue that a look-up was added or removed (spec 25.19). */
export const publishExamScores = (tx: Tx, institutionId: number): void =>
  publishQueues(tx, { kind: 'exam-score', institutionId });
