import { GRADER_DAYS } from '@orbita/domain/essay';
import { addDays, dayInZone, endOfDay, isRealDay, startOfDay } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { shapeOf } from '../../platform/database/shape.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { invalid } from '../../platform/http/errors.ts';
import { ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';

type Query = { from?: string | undefined; to?: string | undefined; institution?: string | undefined };

const MOST_DAYS = 366;

/** Whether a day exists and is within the years supported by the database. */
const isCounted = (day: string): boolean => isRealDay(day) && day >= '1900-01-01' && day < '2200-01-01';

/** The range of days, both included (422 for days that do not exist, or for more than a year). */
function daysOf({ from, to }: Query, today: string): { from: string; to: string } {
  const wrong = Object.entries({ from, to }).filter(([, day]) => day !== undefined && !isCounted(day));
  invalid(wrong.map(([field]) => ({ field, message: 'Must be a day of the calendar' })));
  const last = to ?? today;
  const first = from ?? addDays(last, 1 - GRADER_DAYS);
  if (first > last) invalid([{ field: 'to', message: 'Must not be before from' }]);
  if (first <= addDays(last, -MOST_DAYS))
    invalid([{ field: 'from', message: `At most ${MOST_DAYS} days at once` }]);
  return { from: first, to: last };
}

type Row = {
  staff_id: number;
  name: string;
  graded: number;
  mean: number;
  spread: number;
  median_minutes: number | null;
  thirds: number;
};

/** Statistics of the people who graded essays of the caller's institutions; nothing about candidates (spec 25.7). */
export async function gradersOf(platform: Platform, tenant: Tenant, service: Service, query: Query) {
  const { from, to } = daysOf(query, dayInZone(platform.clock.now(), tenant.timeZone));
  const rows = await platform.db.tenant(tenant.id).many<Row>(sql`
    select m.staff_id, s.name, count(*)::int as graded, round(avg(m.score), 1)::float8 as mean,
      round(stddev_pop(m.score), 1)::float8 as spread,
      round((percentile_cont(0.5) within group (order by extract(epoch from m.at - m.opened_at) / 60)
        filter (where m.opened_at is not null))::numeric, 1)::float8 as median_minutes,
      round(avg(case when m.round < 3 and exists (
        select from essay_mark third where third.tenant_id = m.tenant_id and third.essay_id = m.essay_id
          and third.round = 3 and not third.review and third.staff_id is not null) then 1 else 0 end), 3)::float8 as thirds
    from essay_mark m join staff s on s.tenant_id = m.tenant_id and s.id = m.staff_id
    where m.tenant_id = ${tenant.id} and m.at >= ${startOfDay(from, tenant.timeZone)}::timestamptz
      and m.at <= ${endOfDay(to, tenant.timeZone)}::timestamptz
      ${ownedBy(tenant.id, service, query, sql`m.institution_id`)}
    group by m.staff_id, s.name order by s.name, m.staff_id`);
  return rows.map(shapeOf);
}
