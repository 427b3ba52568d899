import sql, { type Sql } from 'sql-template-tag';
import type { Service } from '../../../platform/http/context.ts';
import { type Bounded, institutionWay, type Way, wayOf } from '../../../platform/lists/bounded-page.ts';
import type { Platform } from '../../../platform/platform.ts';
import { askedWaits, orderOf, type SubscriptionQuery, statusesOf, waitsFor } from './filters.ts';

/** Filters besides a time by which a list could be narrowed; each has one index, none has one with another. */
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

/** The way by a place of the catalogue; its code is one row's. */
const placeWay = (tenantId: number, column: Sql, table: Sql, code: string | undefined): Way[] =>
  code === undefined
    ? []
    : [
        [
          sql`${column} = (select c.id from ${table} c where c.tenant_id = ${tenantId} and c.code = ${code}::text)`,
        ],
      ];

/** An intake of each institution may have the same code. */
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

/** Every way into the list by its last change that these filters allow, those first that usually leave the fewest. */
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

/** Conditions that the prepared statements of one way may have. */
const WIDEST = 32;

/**
 * Ways into the list by how long they wait: each index has whom they wait for before the time, alone or behind status or
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
 * What bounds a page of applications (spec 25.3.4). Undefined where every row that is looked at is one of the list: no filter, one
 * with a single value, or people, who have few. In the order of
 * their making there is an index of the time alone.
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
    // One condition has the filters that are asked for, all of them in its index.
    if (filters <= 1 && first.length === 1 && (filters === 0 || others.length > 0)) return undefined;
    return { tenant, most, ways: [first, ...others] };
  }
  if (orderOf(query) === 'creation')
    return filters > 0 || query.updatedSince ? { tenant, most, ways: [[inTime(query)]] } : undefined;
  const [first, ...others] = await waysOf(platform, tenantId, { service, query });
  if (filters === 0 || (filters === 1 && first?.length === 1)) return undefined;
  return { tenant, most, ways: [first ?? [sql`true`], ...others] };
}
