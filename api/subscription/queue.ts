import { STATUS } from '@orbita/domain/subscription';
import { CANCELLATION_RISK_HOURS, MANUAL_HOURS, NUMBER_HOURS } from '@orbita/domain/work';
import sql, { raw } from 'sql-template-tag';
import type { FindItem, Queue } from '../work/queue.ts';

/** How an application is shown in a queue: by its course, never by the person's name, which a work list does not need. */
export const ofApplication: Pick<Queue, 'table' | 'title' | 'joins' | 'subscriptionId'> = {
  table: 'subscription',
  title: sql`course.name`,
  joins: sql`join course on course.tenant_id = w.tenant_id and course.id = w.course_id`,
  subscriptionId: sql`w.id`,
};

export const enrolled = raw(String(STATUS.Enrolled));

/** Enrolled candidates whose number the academic system has not sent yet (spec 25.4.1). */
export const withoutNumber: Queue = {
  ...ofApplication,
  where: sql`w.status = ${enrolled} and w.student_lyceum_id is null`,
  key: sql`w.enrolled_at`,
  dueAfterHours: NUMBER_HOURS.late,
  dueAt: sql`w.enrolled_at + interval '${raw(String(NUMBER_HOURS.late))} hours'`,
  waitingSince: sql`w.enrolled_at`,
  aheadHours: () => NUMBER_HOURS.late - NUMBER_HOURS.atRisk,
};

/** Applications whose payment at the institution nobody has confirmed or refused yet (spec 25.4.1). */
export const toSettle: Queue = {
  ...ofApplication,
  where: sql`w.counter_payment_at is not null`,
  key: sql`w.counter_payment_at`,
  dueAfterHours: MANUAL_HOURS.late,
  dueAt: sql`w.counter_payment_at + interval '${raw(String(MANUAL_HOURS.late))} hours'`,
  waitingSince: sql`w.counter_payment_at`,
  aheadHours: () => MANUAL_HOURS.late - MANUAL_HOURS.atRisk,
};

/** Undecided cancellation requests, ordered by when they should be decided (spec 25.4.1). */
export const toLeave: Queue = {
  table: 'cancellation',
  // In a list the legal basis matters; the page shows whose request it is.
  title: sql`case when w.withdrawal_right then 'withdrawal' else 'contract' end`,
  subscriptionId: sql`w.subscription_id`,
  where: sql`w.state = 'open'`,
  key: sql`w.due_at`,
  dueAfterHours: 0,
  dueAt: sql`w.due_at`,
  waitingSince: sql`w.requested_at`,
  aheadHours: () => CANCELLATION_RISK_HOURS,
};

export const findCancellationItem: FindItem = (tenantId, id) => sql`
  select x.institution_id, i.code as institution_code, x.version,
    case when x.state = 'open' then 'cancellations' end as queue
  from cancellation x join institution i on i.tenant_id = x.tenant_id and i.id = x.institution_id
  where x.tenant_id = ${tenantId} and x.id = ${id}`;

/** Finds any application; its state determines its queue, so that it is never in two. */
export const findApplicationItem: FindItem = (tenantId, id) => sql`
  select s.institution_id, i.code as institution_code, s.version,
    case when s.accommodation_asked_at is not null then 'accommodation-requests'
      when s.analysis_due_at is not null then 'discipline-analyses'
      when s.counter_payment_at is not null then 'manual-payments'
      when s.status = ${enrolled} and s.student_lyceum_id is null then 'student-numbers'
      when s.papers_stuck_at is not null then 'stuck-papers' end as queue
  from subscription s join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
  where s.tenant_id = ${tenantId} and s.id = ${id}`;
