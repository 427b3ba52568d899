import sql, { empty, type Sql } from 'sql-template-tag';
import type { Service } from '../../../platform/http/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import type { List } from '../../../platform/lists/list-page.ts';
import { type ListQuery, ownedBy } from '../../../platform/lists/lists.ts';

/** Numbers of statuses as the filter names them; 422 for others. */
export const statusesOf = (state: string): number[] => {
  const numbers = state.split(',').map(Number);
  if (numbers.some((number) => !Number.isInteger(number) || number < 1 || number > 21)) {
    invalid([{ field: 'state', message: 'Must be numbers of statuses, such as 5 or 5,7' }]);
  }
  return numbers;
};

const statusFilter = (state: string | undefined) => {
  if (!state) return empty;
  const [first, ...others] = statusesOf(state);
  return others.length === 0
    ? sql` and s.status = ${first}::int`
    : sql` and s.status = any(${[first, ...others]}::int[])`;
};

export type SubscriptionQuery = ListQuery & {
  state?: string | undefined;
  offer?: string | undefined;
  course?: string | undefined;
  pole?: string | undefined;
  intake?: string | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
  attention?: 'true' | undefined;
  externalId?: string | undefined;
  /** Only subscriptions of these people. */
  people?: readonly number[] | undefined;
};

/** Rows of a place of the catalogue by its code; one of a column that is unique is an equality, which keeps an order. */
const placeFilter = (tenantId: number, { course, pole, intake }: SubscriptionQuery): Sql => {
  const ofCourse = course
    ? sql` and s.course_id = (select c.id from course c where c.tenant_id = ${tenantId} and c.code = ${course}::text)`
    : empty;
  const ofPole = pole
    ? sql` and s.pole_id = (select o.id from pole o where o.tenant_id = ${tenantId} and o.code = ${pole}::text)`
    : empty;
  const ofIntake = intake
    ? sql` and s.intake_id = any(array(
        select k.id from intake k where k.tenant_id = ${tenantId} and k.code = ${intake}::text))`
    : empty;
  return sql`${ofCourse}${ofPole}${ofIntake}`;
};

/** Whether the list is in the order in which applications were made. */
export const byCreation = ({ createdFrom, createdTo }: SubscriptionQuery): boolean =>
  createdFrom !== undefined || createdTo !== undefined;

/** By when they were made; then the list is in that order, and what changed since must be said here. */
const creationFilter = (query: SubscriptionQuery): Sql => {
  const { createdFrom, createdTo, updatedSince } = query;
  const from = createdFrom ? sql` and s.created_at >= ${new Date(createdFrom)}::timestamptz` : empty;
  const to = createdTo ? sql` and s.created_at < ${new Date(createdTo)}::timestamptz` : empty;
  const since =
    byCreation(query) && updatedSince
      ? sql` and s.updated_at >= ${new Date(updatedSince)}::timestamptz`
      : empty;
  return sql`${from}${to}${since}`;
};

/** Filters by what a system or a person on the telephone names; each has its own index. */
const nameFilter = (tenantId: number, { offer, externalId, people }: SubscriptionQuery): Sql => {
  const named = people ? sql` and s.person_id = any(${people}::bigint[])` : empty;
  const numbered = externalId ? sql` and s.external_id = ${externalId}::text` : empty;
  const offered = offer
    ? sql` and s.offer_id = (select o.id from offer o where o.tenant_id = ${tenantId} and o.code = ${offer}::text)`
    : empty;
  return sql`${named}${numbered}${offered}`;
};

/** Applications of the caller's institutions that the filters let through. */
export const subscriptionList = (tenantId: number, service: Service, query: SubscriptionQuery): List => ({
  from: ['subscription', 's'],
  where: sql`s.tenant_id = ${tenantId}${statusFilter(query.state)}${nameFilter(tenantId, query)}
    ${placeFilter(tenantId, query)}${creationFilter(query)}${query.attention ? sql` and s.attention <> '[]'` : empty}
    ${ownedBy(tenantId, service, query, sql`s.institution_id`)}`,
  columns: sql`s.id`,
  at: byCreation(query) ? sql`s.created_at` : sql`s.updated_at`,
  newestFirst: true,
});
