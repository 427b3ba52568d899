import { isoInZone } from '@orbita/domain/foundation';
import type { Grant, Scope, Strength } from '@orbita/domain/staff';
import type { TeamEvent, TeamEventType } from '@orbita/protocol/staff';
import sql, { type Sql } from 'sql-template-tag';
import { type RowOf, shapeOf } from '../../platform/database/shape.ts';
import { recently } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { staffSettings } from '../settings.ts';
import { heldGrants } from '../store.ts';

const DAY_MS = 24 * 3600_000;
/** Longer than any transaction stays open: an event may become visible this long after it happened. */
const OUT_OF_ORDER_MS = 120_000;
/** Most rows of each kind read for a reconnecting member; those they may not receive are filtered out afterwards. */
const REPLAY_READ = 2_000;

/** Something published to the team, with what determines who receives it. */
export type TeamRow = {
  /** Identifies the row for reconnecting pages; starts with its time, so that it needs no lookup. */
  key: string;
  type: TeamEventType;
  data: Record<string, unknown>;
  staffId: number | null;
  parts: Scope[] | null;
  reach: 'institution' | 'all' | 'any';
  institution: string | null;
  at: Date;
};

/** What a member holds right now. */
export type Holder = { sessionId: number; staffId: number; grants: Grant[]; strength: Strength | null };

type Stored = RowOf<Omit<TeamRow, 'key'>> & { id: number };

const keyOf = (at: Date, name: string): string => `${at.getTime().toString(36)}-${name}`;

/** The time encoded in a key, in milliseconds; undefined for anything else. */
const momentOf = (key: string): number | undefined => {
  const ms = /^[0-9a-z]{1,10}-/.test(key) ? Number.parseInt(key.split('-')[0] ?? '', 36) : Number.NaN;
  return Number.isSafeInteger(ms) ? ms : undefined;
};

/** The event envelope of spec 25.19. */
export const presentTeamEvent = ({ key, type, at, data }: TeamRow, timeZone: string): TeamEvent => ({
  id: key,
  type,
  occurredAt: isoInZone(at, timeZone),
  data,
});

const stored = sql`select e.id, e.type, e.data, e.staff_id, e.parts, e.reach, i.code as institution,
    e.occurred_at as at
  from staff_event e left join institution i on i.tenant_id = e.tenant_id and i.id = e.institution_id`;

const ofStored = ({ id, ...row }: Stored): TeamRow => ({
  key: keyOf(row.at, `s${id}`),
  ...shapeOf(row),
});

type Moved = { id: number; subscription_id: number; version: number; institution: string; at: Date };

/** Only members who may read applications receive one by its number (spec 25.19). */
const READERS: Scope[] = ['subscriptions.read'];

const ofMoved = ({ id, subscription_id: subscriptionId, version, institution, at }: Moved): TeamRow => ({
  key: keyOf(at, `a${id}`),
  type: 'application.changed',
  data: { subscriptionId, version },
  staffId: null,
  parts: READERS,
  reach: 'institution',
  institution,
  at,
});

/** The latest of the candidate events given, for each application. */
const moved = (events: Sql): Sql => sql`
  select distinct on (e.subscription_id) e.id, e.subscription_id, e.version, i.code as institution,
    e.occurred_at as at
  from (${events}) e
  join subscription s on s.tenant_id = e.tenant_id and s.id = e.subscription_id
  join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
  order by e.subscription_id, e.id desc`;

export const teamEventsById = async (
  platform: Platform,
  tenantId: number,
  ids: readonly number[],
): Promise<TeamRow[]> =>
  (
    await platform.db.tenant(tenantId).many<Stored>(sql`
    ${stored} where e.tenant_id = ${tenantId} and e.id = any(${ids}::bigint[]) order by e.id`)
  ).map(ofStored);

/** Applications with changes as sent to the team: once each, with its latest event. */
export const applicationsWithNews = async (
  platform: Platform,
  tenantId: number,
  ids: readonly number[],
): Promise<TeamRow[]> =>
  (
    await platform.db.tenant(tenantId).many<Moved>(
      moved(sql`select newest.* from unnest(${ids}::bigint[]) as asked (id) cross join lateral (
          select tenant_id, id, subscription_id, version, occurred_at from outbox_event
          where tenant_id = ${tenantId} and subscription_id = asked.id
            and ${recently(sql`occurred_at`, platform.clock.now())}
          order by id desc limit 1) newest`),
    )
  ).map(ofMoved);

/**
 * Events since a key, from the last 24 hours, oldest first. Includes those shortly before it, which may have become visible
 * later.
 */
export async function teamEventsSince(platform: Platform, tenantId: number, key: string): Promise<TeamRow[]> {
  const day = platform.clock.now().getTime() - DAY_MS;
  const since = new Date(Math.max(day, (momentOf(key) ?? 0) - OUT_OF_ORDER_MS));
  const on = platform.db.tenant(tenantId);
  const rows = await on.many<Stored>(sql`
    ${stored} where e.tenant_id = ${tenantId} and e.occurred_at > ${since}::timestamptz
    order by e.occurred_at desc limit ${REPLAY_READ}::int`);
  const applications = await on.many<Moved>(
    moved(sql`select * from (select tenant_id, id, subscription_id, version, occurred_at from outbox_event
      where tenant_id = ${tenantId} order by id desc limit ${REPLAY_READ}::int) newest
      where occurred_at > ${since}::timestamptz`),
  );
  return [...rows.map(ofStored), ...applications.map(ofMoved)]
    .filter((row) => row.key !== key)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Which of these sessions are active right now, and what their members hold. */
export async function livingHolders(
  platform: Platform,
  tenantId: number,
  sessionIds: readonly number[],
): Promise<Holder[]> {
  const now = platform.clock.now();
  const { idleMinutes } = await staffSettings(platform, tenantId);
  const idleSince = new Date(now.getTime() - idleMinutes * 60_000);
  const rows = await platform.db.tenant(tenantId).many<RowOf<Holder>>(sql`
    select k.id as session_id, s.id as staff_id, ${heldGrants} as grants, k.strength
    from staff_session k join staff s on s.tenant_id = k.tenant_id and s.id = k.staff_id
    where k.tenant_id = ${tenantId} and k.id = any(${sessionIds}::bigint[]) and k.revoked_at is null
      and k.ends_at > ${now}::timestamptz and k.last_input_at > ${idleSince}::timestamptz and s.state = 'active'`);
  return rows.map(shapeOf);
}

/** Institution codes by id. */
export const institutionCodes = async (platform: Platform, tenantId: number): Promise<Map<number, string>> =>
  new Map(
    (
      await platform.db.tenant(tenantId).many<{ id: number; code: string }>(sql`
      select id, code from institution where tenant_id = ${tenantId}`)
    ).map(({ id, code }) => [id, code]),
  );
