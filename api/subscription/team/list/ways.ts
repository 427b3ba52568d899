import sql, { type Sql } from 'sql-template-tag';
import type { Service } from '../../../platform/http/context.ts';
import { type Bounded, institutionWay, type Way, wayOf } from '../../../platform/lists/bounded-page.ts';
import type { Platform } from '../../../platform/platform.ts';
import { askedWaits, orderOf, type SubscriptionQuery, statusesOf, waitsFor } from './filters.ts';

/**
 * Number of filters, other than the sort time, that could narrow a list; each has its own index, but no index covers two of
 * them.
 */
const narrowing = (query: SubscriptionQuery, institutions: Service['institutions']): number =>
  [
    ...[
      query.state,
      query.offer,
      query.course,
      query.pole,
      query.intake,
      query.attention,
      query.externalId,
      query.ownerId,
    ],
    ...(orderOf(query) === 'wait' ? [query.createdFrom, query.createdTo, query.updatedSince] : []),
    query.institution ?? institutions ?? undefined,
  ].filter(Boolean).length;

/** An index path through a catalogue row; its code identifies a single row. */
const placeWay = (tenantId: number, column: Sql, table: Sql, code: string | undefined): Way[] =>
  code === undefined
    ? []
    : [
        [
          sql`${column} = (select c.id from ${table} c where c.tenant_id = ${tenantId} and c.code = ${code}::text)`,
        ],
      ];

/** The intakes of several institutions may share the same code. */
async function intakeWay(
  platform: Platform,
  tenantId: number,
  { intake }: SubscriptionQuery,
): Promise<Way | undefined> {
  if (intake === undefined) return undefined;
  const rows = await platform.db.tenant(tenantId).many<{ id: number }>(sql`
    select id from intake where tenant_id = ${tenantId} and code = ${intake}::text order by id`);
  return wayOf(
    rows.map(({ id }) => id),
    (id) => sql`s.intake_id = ${id}::bigint`,
  );
}

/** Every index path into the list by last change that these filters allow, those that usually match fewest rows first. */
async function waysOf(
  platform: Platform,
  tenantId: number,
  { service, query }: { service: Service; query: SubscriptionQuery },
): Promise<Way[]> {
  const { state, offer, course, pole, attention, externalId, ownerId } = query;
  const statuses = state
    ? wayOf([...new Set(statusesOf(state))], (status) => sql`s.status = ${status}::int`)
    : undefined;
  const ways = [
    ...(externalId ? [[sql`s.external_id = ${externalId}::text`]] : []),
    ...(ownerId ? [[sql`s.owner_staff_id = ${ownerId}::bigint`]] : []),
    ...placeWay(tenantId, sql`s.offer_id`, sql`offer`, offer),
    ...placeWay(tenantId, sql`s.pole_id`, sql`pole`, pole),
    ...placeWay(tenantId, sql`s.course_id`, sql`course`, course),
    ...(attention ? [[sql`s.attention <> '[]'`]] : []),
    statuses,
    await intakeWay(platform, tenantId, query),
    institutionWay(tenantId, { service, query }, sql`s.institution_id`),
  ];
  return ways.filter((way) => way !== undefined);
}

/** Maximum number of conditions that the prepared statements of one path may have. */
const WIDEST = 32;

/**
 * Index paths into the list by waiting time: each index has the awaited party before the time, alone or after status or
 * institution.
 */
function waysOfWait(
  tenantId: number,
  { service, query }: { service: Service; query: SubscriptionQuery },
  now: Date,
) {
  const asked = askedWaits(query);
  const alone: Way = asked.map((waits) => waitsFor(waits, query, now));
  const behind = (way: Way | undefined): Way[] =>
    way && way.length * alone.length <= WIDEST
      ? [way.flatMap((one) => alone.map((waits) => sql`${one} and ${waits}`))]
      : [];
  const statuses = query.state
    ? wayOf([...new Set(statusesOf(query.state))], (status) => sql`s.status = ${status}::int`)
    : undefined;
  return [
    ...behind(statuses),
    ...behind(institutionWay(tenantId, { service, query }, sql`s.institution_id`)),
    alone,
  ];
}

const inTime = ({ createdFrom, createdTo }: SubscriptionQuery): Sql => {
  const from = createdFrom ? sql`s.created_at >= ${new Date(createdFrom)}::timestamptz` : sql`true`;
  return createdTo ? sql`${from} and s.created_at < ${new Date(createdTo)}::timestamptz` : from;
};

/**
 * How much of a page of applications may be looked at (spec 25.3.4). Undefined if every row looked at is in the list: without
 * filters, with a single filter with one value, or for given people, who have few applications. For the order by creation only
 * the index of the time itself exists.
 */
export async function boundOf(
  platform: Platform,
  tenantId: number,
  { service, query }: { service: Service; query: SubscriptionQuery },
): Promise<Bounded | undefined> {
  if (query.people) return undefined;
  const { listLook: most } = platform.config;
  const tenant = sql`s.tenant_id = ${tenantId}`;
  const filters = narrowing(query, service.institutions);
  if (orderOf(query) === 'wait') {
    const [first = [], ...others] = waysOfWait(tenantId, { service, query }, platform.clock.now());
    // A single condition covers all requested filters in its index.
    if (filters <= 1 && first.length === 1 && (filters === 0 || others.length > 0)) return undefined;
    return { tenant, most, ways: [first, ...others] };
  }
  if (orderOf(query) === 'creation')
    return filters > 0 || query.updatedSince ? { tenant, most, ways: [[inTime(query)]] } : undefined;
  const [first, ...others] = await waysOf(platform, tenantId, { service, query });
  if (filters === 0 || (filters === 1 && first?.length === 1)) return undefined;
  return { tenant, most, ways: [first ?? [sql`true`], ...others] };
}
