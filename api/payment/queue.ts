import { ATTENTION_HOURS } from '@orbita/domain/work';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { FindItem, Queue } from '../work/queue.ts';

/** Queue of marked money, ordered by when its newest mark was set; its title is the list of mark codes. */
const marked = (table: 'payment' | 'recurrence_cycle'): Queue => ({
  table,
  where: sql`w.attention_at is not null`,
  key: sql`w.attention_at`,
  dueAfterHours: ATTENTION_HOURS.late,
  dueAt: sql`w.attention_at + interval '${raw(String(ATTENTION_HOURS.late))} hours'`,
  waitingSince: sql`w.attention_at`,
  aheadHours: () => ATTENTION_HOURS.late - ATTENTION_HOURS.atRisk,
  title: sql`(select string_agg(distinct mark, ',' order by mark) from jsonb_array_elements_text(w.attention) mark)`,
  subscriptionId: sql`w.subscription_id`,
});

/** Payments and later months that need somebody's attention (spec 25.4.1). */
export const markedPayments = marked('payment');
export const markedMonths = marked('recurrence_cycle');

const found =
  (table: Sql, queue: string): FindItem =>
  (tenantId, id) =>
    sql`
    select w.institution_id, i.code as institution_code, w.version,
      case when w.attention_at is not null then ${queue}::text end as queue
    from ${table} w join institution i on i.tenant_id = w.tenant_id and i.id = w.institution_id
    where w.tenant_id = ${tenantId} and w.id = ${id}`;

/** Also finds money that is in no queue: it is opened on the same page. */
export const findPaymentItem = found(sql`payment`, 'attention');
export const findMonthItem = found(sql`recurrence_cycle`, 'month-attention');
