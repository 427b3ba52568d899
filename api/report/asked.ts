import { dayInZone, endOfDay, isRealDay, startOfDay } from '@orbita/domain/foundation';
import { MOST_DAYS, OFFER_TYPES, type Report } from '@orbita/domain/report';
import type { Query } from '@orbita/protocol';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import type { Service, Tenant } from '../platform/http/context.ts';
import { invalid } from '../platform/http/errors.ts';
import { ownedBy } from '../platform/lists/lists.ts';

export type Wish = Omit<Query<'GET /operations/reports/{report}'>, 'format'>;

const DAY_MS = 86_400_000;

/** Whether a day exists and is within the years supported by the database. */
const isCounted = (day: string): boolean => isRealDay(day) && day >= '1900-01-01' && day < '2200-01-01';

/** 422 for days that do not exist, for too many days, and for filters that the report does not support. */
export function checkWish(report: Report, { from, to, campaign }: Wish): void {
  const wrong = Object.entries({ from, to }).filter(([, day]) => day !== undefined && !isCounted(day));
  invalid(wrong.map(([field]) => ({ field, message: 'Must be a day of the calendar' })));
  if (from && to && from > to) invalid([{ field: 'to', message: 'Must not be before from' }]);
  if (from && to && Date.parse(to) - Date.parse(from) >= MOST_DAYS * DAY_MS)
    invalid([{ field: 'from', message: `At most ${MOST_DAYS} days at once` }]);
  if (report !== 'vacancies') return;
  const foreign = Object.entries({ from, to, campaign }).filter(([, value]) => value !== undefined);
  invalid(foreign.map(([field]) => ({ field, message: 'Places are of no day and no campaign' })));
}

/** An intake of one institution, and the previous one with offers of the same kinds. */
type AskedIntake = {
  id: number;
  code: string;
  from: string;
  to: string;
  before: { id: number; code: string; from: string } | null;
};

/** What is counted: intakes of the caller's institutions that share a code. */
export type Asked = {
  tenant: Tenant;
  wish: Wish;
  today: string;
  intakes: AskedIntake[];
};

/**
 * Code of the default intake `k` of the caller's institutions: it has begun; those with applications come first, then the newest.
 */
const newest = (tenantId: number, owned: Sql, today: string): Sql => sql`(
  select k.code from intake k where k.tenant_id = ${tenantId} and k.start_date <= ${today}::date${owned}
  order by exists (select from subscription s where s.tenant_id = k.tenant_id and s.intake_id = k.id) desc,
    k.start_date desc, k.id desc limit 1)`;

/** Reads the intakes that a report is about; empty if nothing has begun or none of it belongs to the caller's institutions. */
export async function askedOf(
  on: Runner,
  tenant: Tenant,
  service: Service,
  wish: Wish,
  now: Date,
): Promise<Asked> {
  const today = dayInZone(now, tenant.timeZone);
  const owned = ownedBy(tenant.id, service, wish, sql`k.institution_id`);
  const code = wish.intake === undefined ? newest(tenant.id, owned, today) : sql`${wish.intake}::text`;
  const intakes = await on.many<AskedIntake>(sql`
    select k.id, k.code, k.start_date::text as "from", k.end_date::text as "to", (
      select jsonb_build_object('id', p.id, 'code', p.code, 'from', p.start_date::text) from intake p
      where p.tenant_id = k.tenant_id and p.institution_id = k.institution_id and p.start_date < k.start_date
        and exists (
          select from offer old join offer o on o.tenant_id = old.tenant_id and o.type = old.type and o.intake_id = k.id
          where old.tenant_id = p.tenant_id and old.intake_id = p.id)
      order by p.start_date desc, p.id desc limit 1) as before
    from intake k where k.tenant_id = ${tenant.id} and k.code = ${code}${owned} order by k.start_date, k.id`);
  return { tenant, wish, today, intakes };
}

const idsOf = (ids: readonly number[], column: Sql): Sql =>
  ids.length === 1 ? sql`${column} = ${ids[0]}::bigint` : sql`${column} = any(${ids}::bigint[])`;

/** Offers `o` of these intakes that match the filters. */
export const offersOf = ({ tenant, wish }: Asked, intakes: readonly number[]): Sql => {
  const type = wish.type ? sql` and o.type = any(${[...OFFER_TYPES[wish.type].types]}::int[])` : empty;
  const code = wish.offer ? sql` and o.code = ${wish.offer}::text` : empty;
  return sql`o.tenant_id = ${tenant.id} and ${idsOf(intakes, sql`o.intake_id`)}${type}${code}`;
};

/** Conditions for course and pole of a row, by their codes. */
export const placeOf = ({ tenant, wish }: Asked, row: { course: Sql; pole: Sql }): Sql => {
  const course = wish.course
    ? sql` and ${row.course} = (select c.id from course c where c.tenant_id = ${tenant.id} and c.code = ${wish.course}::text)`
    : empty;
  const pole = wish.pole
    ? sql` and ${row.pole} = (select l.id from pole l where l.tenant_id = ${tenant.id} and l.code = ${wish.pole}::text)`
    : empty;
  return sql`${course}${pole}`;
};

/**
 * Conditions for applications `s` from the filters, except those for intake and days. Everything needed is in
 * `subscription_figures`.
 */
export const narrowed = (asked: Asked, intakes: readonly number[]): Sql => {
  const { wish } = asked;
  const offers =
    wish.type || wish.offer
      ? sql` and s.offer_id = any(array(select o.id from offer o where ${offersOf(asked, intakes)}))`
      : empty;
  const campaign = wish.campaign ? sql` and s.campaign = ${wish.campaign}::text` : empty;
  return sql`${offers}${placeOf(asked, { course: sql`s.course_id`, pole: sql`s.pole_id` })}${campaign}`;
};

/** Conditions for all applications `s` that a report counts. */
export const counted = (asked: Asked): Sql => {
  const { tenant, wish, intakes } = asked;
  const ids = intakes.map(({ id }) => id);
  const from = wish.from
    ? sql` and s.created_at >= ${startOfDay(wish.from, tenant.timeZone)}::timestamptz`
    : empty;
  const to = wish.to ? sql` and s.created_at <= ${endOfDay(wish.to, tenant.timeZone)}::timestamptz` : empty;
  return sql`s.tenant_id = ${tenant.id} and ${idsOf(ids, sql`s.intake_id`)}${from}${to}${narrowed(asked, ids)}`;
};
