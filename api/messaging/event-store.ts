import { isoInZone } from '@orbita/domain/foundation';
import type { LiveEvent, LiveStream } from '@orbita/protocol/messaging';
import sql, { empty } from 'sql-template-tag';
import { recently } from '../platform/events.ts';
import type { Platform } from '../platform/platform.ts';
import { OUT_OF_ORDER_MS } from './event-window.ts';

/** How far back a reconnecting client receives missed events (spec 16.1). */
const REPLAY_MS = 24 * 3600_000;
const REPLAY_MOST = 500;
const LOOK_MOST = 20_000;

export type EventRow = {
  id: number;
  public_id: string;
  stream: LiveStream;
  type: string;
  subscription_id: number;
  person_id: number;
  version: number;
  data: Record<string, unknown>;
  occurred_at: Date;
  time_zone: string;
};

const columns = sql`e.id, e.public_id, e.stream, e.type, e.subscription_id, e.person_id, e.version, e.data,
  e.occurred_at, t.time_zone from outbox_event e join tenant t on t.id = e.tenant_id`;

/** The event envelope of spec 16.1. */
export const presentEvent = (row: EventRow): LiveEvent => ({
  id: row.public_id,
  type: row.type,
  occurredAt: isoInZone(row.occurred_at, row.time_zone),
  subscriptionId: row.subscription_id,
  version: row.version,
  data: row.data,
});

/** Recent events of one application after the given one, in order. */
export const newsOf = (
  platform: Platform,
  tenantId: number,
  subscriptionId: number,
  after: number,
): Promise<EventRow[]> =>
  platform.db.tenant(tenantId).many<EventRow>(sql`
    select ${columns} where e.tenant_id = ${tenantId} and e.subscription_id = ${subscriptionId} and e.id > ${after}
      and ${recently(sql`e.occurred_at`, platform.clock.now())}
    order by e.id`);

export const eventsByIds = (
  platform: Platform,
  tenantId: number,
  ids: readonly number[],
): Promise<EventRow[]> =>
  platform.db.tenant(tenantId).many<EventRow>(sql`
    select ${columns} where e.tenant_id = ${tenantId} and e.id = any(${ids}::bigint[])
      and ${recently(sql`e.occurred_at`, platform.clock.now())}
    order by e.id`);

/** Ids of all recent events after the given one, in order. */
export const idsSince = async (platform: Platform, tenantId: number, id: number): Promise<number[]> =>
  (
    await platform.db.tenant(tenantId).many<{ id: number }>(sql`
    select id from outbox_event where tenant_id = ${tenantId} and id > ${id}
      and ${recently(sql`occurred_at`, platform.clock.now())}
    order by id limit ${LOOK_MOST}::int`)
  ).map((row) => row.id);

/** The latest event old enough that no smaller id can still appear; 0 if there is none. */
export const settledEvent = async (platform: Platform, tenantId: number): Promise<number> =>
  (
    await platform.db.tenant(tenantId).one<{ id: number }>(sql`
    select id from outbox_event where tenant_id = ${tenantId}
      and occurred_at <= ${new Date(platform.clock.now().getTime() - OUT_OF_ORDER_MS)}::timestamptz
    order by id desc limit 1`)
  )?.id ?? 0;

/**
 * Events after the one a client names, plus those shortly before it, which may have become visible later. If that event is
 * unknown, all of the last 24 h.
 */
export function eventsAfter(
  platform: Platform,
  tenantId: number,
  listener: { personId: number; stream: LiveStream; subscriptionIds: number[] | null },
  lastEventId: string,
): Promise<EventRow[]> {
  const since = new Date(platform.clock.now().getTime() - REPLAY_MS);
  const only = listener.subscriptionIds
    ? sql`and e.subscription_id = any(${listener.subscriptionIds}::bigint[])`
    : empty;
  return platform.db.tenant(tenantId).many<EventRow>(sql`
    select ${columns}
    where e.tenant_id = ${tenantId} and e.person_id = ${listener.personId} and e.stream = ${listener.stream}::text
      and e.public_id::text <> ${lastEventId}::text
      and e.occurred_at > greatest(${since}::timestamptz, (select l.occurred_at - ${OUT_OF_ORDER_MS}::int * interval '1 ms'
        from outbox_event l where l.tenant_id = ${tenantId} and l.person_id = ${listener.personId}
        and l.public_id::text = ${lastEventId}::text)) ${only}
    order by e.id limit ${REPLAY_MOST}::int`);
}
