import { WAITS_FOR, type WaitsFor } from '@orbita/domain/work';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Service } from '../../../platform/http/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import type { List } from '../../../platform/lists/list-page.ts';
import { type ListQuery, ownedBy } from '../../../platform/lists/lists.ts';

/** Parses a comma-separated list of status numbers; 422 for anything else. */
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
  waits?: WaitsFor | undefined;
  /** Minimum number of full days they have been waiting for the same. */
  stillDays?: number | undefined;
  /** Id of the team member who looks after them. */
  ownerId?: number | undefined;
  /** Only subscriptions of these people. */
  people?: readonly number[] | undefined;
};

/**
 * Filters by the code of a catalogue row; for a column with unique codes it is an equality, which preserves the order of an
 * index.
 */
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

/**
 * What the list is sorted by: waiting time if the query filters by it, otherwise creation time if it filters by that, otherwise
 * the last change.
 */
export const orderOf = ({
  waits,
  stillDays,
  createdFrom,
  createdTo,
}: SubscriptionQuery): 'wait' | 'creation' | 'change' => {
  if (waits !== undefined || stillDays !== undefined) return 'wait';
  return createdFrom !== undefined || createdTo !== undefined ? 'creation' : 'change';
};

const DAY_MS = 86_400_000;

/**
 * SQL condition: an application has been waiting for this party long enough; each value is an equality, which preserves the
 * order of an index.
 */
export const waitsFor = (waits: WaitsFor | null, { stillDays }: SubscriptionQuery, now: Date): Sql =>
  stillDays === undefined
    ? sql`s.waits_for = ${waits}::text`
    : sql`s.waits_for = ${waits}::text and s.waits_since <= ${new Date(now.getTime() - stillDays * DAY_MS)}::timestamptz`;

/** The parties for which applications may be waiting under these filters. */
export const askedWaits = ({ waits }: SubscriptionQuery): readonly WaitsFor[] =>
  waits ? [waits] : WAITS_FOR;

const waitFilter = (query: SubscriptionQuery, now: Date): Sql => {
  if (orderOf(query) !== 'wait') return empty;
  if (query.waits) return sql` and ${waitsFor(query.waits, query, now)}`;
  return sql` and s.waits_for is not null
    and s.waits_since <= ${new Date(now.getTime() - (query.stillDays ?? 0) * DAY_MS)}::timestamptz`;
};

/** Filter by creation time; if the list is not sorted by the last change, `updatedSince` must be a condition here. */
const creationFilter = (query: SubscriptionQuery): Sql => {
  const { createdFrom, createdTo, updatedSince } = query;
  const from = createdFrom ? sql` and s.created_at >= ${new Date(createdFrom)}::timestamptz` : empty;
  const to = createdTo ? sql` and s.created_at < ${new Date(createdTo)}::timestamptz` : empty;
  const since =
    orderOf(query) !== 'change' && updatedSince
      ? sql` and s.updated_at >= ${new Date(updatedSince)}::timestamptz`
      : empty;
  return sql`${from}${to}${since}`;
};

/** Filters for what a system or a person on the phone names; each has its own index. */
const nameFilter = (tenantId: number, { offer, externalId, people, ownerId }: SubscriptionQuery): Sql => {
  const owned = ownerId ? sql` and s.owner_staff_id = ${ownerId}::bigint` : empty;
  const named = people ? sql` and s.person_id = any(${people}::bigint[])` : empty;
  const numbered = externalId ? sql` and s.external_id = ${externalId}::text` : empty;
  const offered = offer
    ? sql` and s.offer_id = (select o.id from offer o where o.tenant_id = ${tenantId} and o.code = ${offer}::text)`
    : empty;
  return sql`${named}${numbered}${offered}${owned}`;
};

const ORDERS = {
  wait: { at: sql`s.waits_since`, newestFirst: false },
  creation: { at: sql`s.created_at`, newestFirst: true },
  change: { at: sql`s.updated_at`, newestFirst: true },
} as const;

/**
 * Applications of the caller's institutions that match the filters, sorted as `orderOf` says; the longest waiting come first.
 */
export const subscriptionList = (
  tenantId: number,
  service: Service,
  query: SubscriptionQuery,
  now: Date,
): List => ({
  from: ['subscription', 's'],
  where: sql`s.tenant_id = ${tenantId}${statusFilter(query.state)}${nameFilter(tenantId, query)}
    ${placeFilter(tenantId, query)}${creationFilter(query)}${query.attention ? sql` and s.attention <> '[]'` : empty}
    ${waitFilter(query, now)}${ownedBy(tenantId, service, query, sql`s.institution_id`)}`,
  columns: sql`s.id`,
  ...ORDERS[orderOf(query)],
});
